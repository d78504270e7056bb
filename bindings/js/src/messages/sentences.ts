// SPDX-License-Identifier: MIT
// Sentences about a game: whose turn it is and what to do, how it ended and why. Callers bring the
// texts of a language.
import type { Translate } from "../board/messages";
import type { Scene, State } from "../engine/state";
import type { Speaker } from "./speaker";

// The seat of the one person who plays computers, or -1: that is "you".
export function yourSeat(state: State): number {
  const people = state.seats.flatMap((seat, i) => (seat.who === "person" ? [i] : []));
  return people.length === 1 && state.seats.every(({ who }) => who !== "remote") ? people[0]! : -1;
}

// The scores, if they say more than the winner: not for 1 and 0, and not if the game was not
// counted.
function scoresAtEnd({ result, end }: State): number[] | undefined {
  const counted = end?.scored && !end.repeated && end.how !== "agreed" && end.how !== "aborted";
  const scores = counted ? (result?.scores ?? []) : [];
  return Math.max(...scores) > 1 ? scores : undefined;
}

export function sentences(t: Translate, { word, tell }: Speaker) {
  function seatTitle(game: string, seat: number, title: string): string {
    return word(game, `seat.${seat + 1}`, title);
  }

  // The player's name, or else the seat's.
  function playerName(state: State, seat: number): string {
    const at = state.seats[seat];
    if (!at) return "";
    return at.name || seatTitle(state.game, seat, at.title);
  }

  function winners(state: State): string[] {
    const words = state.result?.outcomes ?? [];
    return state.seats.flatMap((_, seat) => (words[seat] === "win" ? [playerName(state, seat)] : []));
  }

  // " (White 0, Black 6)": names show whose score is whose. The reader's score comes first.
  function scoreText(state: State, you = -1): string {
    const scores = scoresAtEnd(state);
    if (!scores) return "";
    const named = scores.map((score, seat) => `${playerName(state, seat)} ${score}`);
    return ` (${[...named.filter((_, seat) => seat === you), ...named.filter((_, seat) => seat !== you)].join(", ")})`;
  }

  // One sentence about how the game ended, for readers who did not play.
  function endSentence(state: State): string {
    return ending(state) + scoreText(state);
  }

  function ending(state: State): string {
    const end = state.end;
    if (!end) return "";
    const name = end.seat === undefined ? "" : playerName(state, end.seat);
    switch (end.how) {
      case "resigned":
        return t("end.resigned", { name });
      case "time":
        return t("end.time", { name });
      case "agreed":
        return t("end.agreed");
      case "aborted":
        return t("end.aborted");
      case "rules": {
        const won = winners(state);
        if (end.repeated) return t("end.repeated");
        if (won.length === 0) return t("end.draw");
        return t("end.won", { name: won.join(t("list.and")), n: won.length });
      }
    }
  }

  // The prompt for the seat to act; in a turn that has begun, the next touch.
  function promptText(state: State, scene: Scene): string {
    const uses = new Set(state.targets.map((spot) => scene.spots[spot]?.use));
    // Optional choices, such as a piece of the hand, do not change the prompt.
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

  // "You won 6 : 0" for a player, who is the only person here or a seat on a server; otherwise the
  // result.
  function endTitle(state: State, you = yourSeat(state)): string {
    const outcome = state.result?.outcomes[you];
    const scores = outcome && scoresAtEnd(state);
    if (scores?.length === 2) {
      const args = { own: scores[you]!, other: scores[1 - you]! };
      return t(outcome === "win" ? "end.you-won-by" : outcome === "loss" ? "end.you-lost-by" : "end.you-drew", args);
    }
    if (outcome !== "win" && outcome !== "loss") return endSentence(state);
    return t(outcome === "win" ? "end.you-won" : "end.you-lost") + scoreText(state, you);
  }

  // What the last turn did to players: who is out and by whom, whose turn is skipped.
  function eventText(scene: Pick<Scene, "events"> | undefined): string {
    return (scene?.events ?? []).map(tell).join(" ");
  }

  // Why the rules ended the game, without the steps of a count. What the last turn did to players
  // comes first, and then says more than the numbers after the first verdict.
  function verdictText(scene: Pick<Scene, "events" | "verdicts"> | undefined): string {
    const said = (scene?.verdicts ?? []).flatMap(({ step, said }) => (step ? [] : [tell(said)]));
    const event = eventText(scene);
    return said.length ? (event ? `${event} ${said[0]}` : said.join(" ")) : "";
  }

  // The rule, unless the title already says it.
  function endReason(state: State, you = yourSeat(state)): string {
    const said = state.end?.how === "rules" && !state.end.repeated ? verdictText(state.scene) : "";
    const outcome = state.result?.outcomes[you];
    return said || (outcome === "win" || outcome === "loss" ? `${ending(state)}.` : "");
  }

  return { seatTitle, playerName, endSentence, promptText, endTitle, endReason, eventText, verdictText };
}
