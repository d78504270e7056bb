// SPDX-License-Identifier: MIT
// What is said about a game that is played: whose turn it is and what for, how it ended and why. Whoever says it brings the
// words of a language.
import type { Words } from "../board/words";
import type { Scene, State } from "../engine/state";
import type { Speaker } from "./speaker";

// The seat of the one person who plays computers, or -1: that is "you".
export function yourSeat(state: State): number {
  const people = state.seats.flatMap((seat, i) => (seat.who === "person" ? [i] : []));
  return people.length === 1 && state.seats.every(({ who }) => who !== "remote") ? people[0]! : -1;
}

// The scores, where they say more than who won: a one and noughts do not.
export function scoresOf(state: State): number[] | undefined {
  const scores = state.result?.scores;
  return scores && state.end?.scored && Math.max(...scores) > 1 ? scores : undefined;
}

export function sentences(t: Words, { word, tell }: Speaker) {
  function seatTitle(game: string, seat: number, title: string): string {
    return word(game, `seat.${seat + 1}`, title);
  }

  // What a player is called: the own name, or the seat's.
  function playerName(state: State, seat: number): string {
    const at = state.seats[seat];
    if (!at) return "";
    return at.name || seatTitle(state.game, seat, at.title);
  }

  function winners(state: State): string[] {
    const words = state.result?.outcomes ?? [];
    return state.seats.flatMap((_, seat) => (words[seat] === "win" ? [playerName(state, seat)] : []));
  }

  function scoreText(state: State): string {
    const scores = scoresOf(state);
    return scores ? ` (${scores.join(" : ")})` : "";
  }

  // One sentence about how the game ended.
  function endSentence(state: State): string {
    const end = state.end;
    if (!end) return "";
    const name = end.seat === undefined ? "" : playerName(state, end.seat);
    switch (end.how) {
      case "resigned":
        return t("end.resigned", { name }) + scoreText(state);
      case "time":
        return t("end.time", { name }) + scoreText(state);
      case "agreed":
        return t("end.agreed");
      case "aborted":
        return t("end.aborted");
      case "rules": {
        const won = winners(state);
        if (end.repeated) return t("end.repeated");
        if (won.length === 0) return t("end.draw") + scoreText(state);
        return t("end.won", { name: won.join(t("list.and")), n: won.length }) + scoreText(state);
      }
    }
  }

  // What is asked of whoever acts: of a turn that has begun, the next touch.
  function promptText(state: State, scene: Scene): string {
    const uses = new Set(state.targets.map((spot) => scene.spots[spot]?.use));
    // What may be chosen at any time, such as a piece of the hand, leaves the question as it was.
    const begun = state.staged.some((spot) => scene.spots[spot]?.use === "place") || !uses.has("place");
    if (!state.staged.length || !uses.size || !begun) return putBack(state) + scene.status.prompt;
    return putBack(state) + nextTouch(scene, uses);
  }

  function putBack(state: State): string {
    return state.touch?.putBack ? `${t("then.anew")} ` : "";
  }

  function nextTouch(scene: Scene, uses: Set<string | undefined>): string {
    if (!uses.has("place")) return t(uses.has("hand") ? "then.hand" : "then.button");
    const { gesture } = scene.status;
    if (gesture === "lay" && scene.status.lays?.shape === "block") return t("then.lay");
    return t(gesture === "carry" ? "then.carry" : "then.place");
  }

  // "You won" for whoever plays, which is the one person here or a seat on a server; otherwise how it ended.
  function endTitle(state: State, you = yourSeat(state)): string {
    const outcome = state.result?.outcomes[you];
    if (outcome !== "win" && outcome !== "loss") return endSentence(state);
    return t(outcome === "win" ? "end.you-won" : "end.you-lost") + scoreText(state);
  }

  // What the last turn did to players: who is out and by whom, whose turn is skipped.
  function eventText(scene: Pick<Scene, "events"> | undefined): string {
    return (scene?.events ?? []).map(tell).join(" ");
  }

  // Why the rules have ended it, without the steps of a count: first what the last turn did.
  function verdictText(scene: Pick<Scene, "events" | "verdicts"> | undefined): string {
    const said = (scene?.verdicts ?? []).flatMap(({ step, said }) => (step ? [] : [tell(said)]));
    return said.length ? [eventText(scene), ...said].filter(Boolean).join(" ") : "";
  }

  // By what rule; what the title says already is not said again.
  function endReason(state: State, you?: number): string {
    const said = state.end?.how === "rules" && !state.end.repeated ? verdictText(state.scene) : "";
    const sentence = endSentence(state);
    return said || (sentence === endTitle(state, you) ? "" : `${sentence.replace(scoreText(state), "")}.`);
  }

  return { seatTitle, playerName, endSentence, promptText, endTitle, endReason, eventText, verdictText };
}
