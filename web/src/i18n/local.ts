// SPDX-License-Identifier: MIT
// What the C says about a game, in the chosen language: scenes, seats, results.
import { computerName } from "../app/levels";
import type { Scene, State } from "../engine/state";
import { by, named, t, tell, word } from "./index.svelte";

// The same scene with translated titles, labels and words. Names stay: they are what is touched and typed.
export function localScene(game: string, scene: Scene): Scene {
  return {
    ...scene,
    panels: scene.panels.map((panel) => ({ ...panel, title: word(game, `panel.${panel.id}`, panel.title) })),
    spots: scene.spots.map((spot) => ({
      ...spot,
      label: spot.said ? tell(spot.said) : word(game, `spot.${spot.name}`, spot.label),
    })),
    counters: scene.counters.map((counter) => ({
      ...counter,
      title: word(game, `counter.${counter.id}`, counter.title),
      word: counter.word === null ? null : word(game, `word.${counter.word}`, counter.word),
    })),
    names: Object.fromEntries(Object.entries(scene.names).map(([id, name]) => [id, word(game, id, name)])),
    ...(scene.desk && {
      desk: {
        ...scene.desk,
        things: scene.desk.things.map((thing) => ({ ...thing, word: word(game, `word.${thing.word}`, thing.word) })),
      },
    }),
    ...(scene.verdicts && {
      verdicts: scene.verdicts.map((verdict) => ({ ...verdict, said: { text: tell(verdict.said) } })),
    }),
    status: { ...scene.status, prompt: word(game, `step.${scene.status.step}`, scene.status.prompt) },
  };
}

export function seatTitle(game: string, seat: number, title: string): string {
  return word(game, `seat.${seat + 1}`, title);
}

// What a player is called: the own name, or the seat's.
export function playerName(state: State, seat: number): string {
  const at = state.seats[seat];
  if (!at) return "";
  return at.name || seatTitle(state.game, seat, at.title);
}

// Where one is who looks back, the action that led there, and whose turn it was.
export function lookingText(state: State, length: number, toAct: number): string {
  const last = state.actions[length - 1];
  const where = t("status.looking", { n: length, all: state.length });
  const was = t("status.was", { name: playerName(state, toAct) });
  return last
    ? `${where}. ${by(playerName(state, last.seat), named(last.text, last.words))}. ${was}`
    : `${where}. ${was}`;
}

export function playerKind(state: State, seat: number): string {
  return computerName(state.seats[seat]?.player ?? "");
}

function winners(state: State): string[] {
  const words = state.result?.outcomes ?? [];
  return state.seats.flatMap((_, seat) => (words[seat] === "win" ? [playerName(state, seat)] : []));
}

function scoreText(state: State): string {
  const scores = state.result?.scores;
  if (!scores || state.end?.how !== "rules" || state.end.repeated) return "";
  return ` (${scores.join(" : ")})`;
}

// One sentence about how the game ended.
export function endSentence(state: State): string {
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
      if (won.length === 0) return t("end.draw") + scoreText(state);
      return t("end.won", { name: won.join(t("list.and")), n: won.length }) + scoreText(state);
    }
  }
}

// The seat of the one person who plays computers, or -1: that is "you".
export function yourSeat(state: State): number {
  const people = state.seats.flatMap((seat, i) => (seat.who === "person" ? [i] : []));
  return people.length === 1 && state.seats.every(({ who }) => who !== "remote") ? people[0]! : -1;
}

// What a seat is to whoever looks: oneself, a partner, an opponent; without eyes, or where nobody has a partner, only the team.
export function seatRole(state: State, eyes: number, seat: number): string {
  const teams = new Set(state.seats.map(({ team }) => team)).size;
  const partners = teams < state.seats.length;
  if (eyes < 0) return partners ? t("role.team", { n: state.seats[seat]!.team + 1 }) : "";
  if (seat === eyes) return t("role.you");
  if (!partners) return "";
  return t(state.seats[seat]!.team === state.seats[eyes]!.team ? "role.partner" : "role.opponent");
}

// What is asked of whoever acts: of a turn that has begun, the next touch.
export function promptText(state: State, scene: Scene): string {
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

// "You won" where one person plays computers; otherwise how it ended.
export function endTitle(state: State): string {
  const outcome = state.result?.outcomes[yourSeat(state)];
  if (outcome !== "win" && outcome !== "loss") return endSentence(state);
  return t(outcome === "win" ? "end.you-won" : "end.you-lost") + scoreText(state);
}

// By what rule, without the steps of a count; what the title says already is not said again.
export function endReason(state: State): string {
  const told = state.end?.how === "rules" && !state.end.repeated ? (state.scene.verdicts ?? []) : [];
  const said = told.flatMap(({ step, said }) => (step ? [] : [tell(said)])).join(" ");
  const sentence = endSentence(state);
  return said || (sentence === endTitle(state) ? "" : sentence);
}
