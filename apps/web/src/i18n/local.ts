// SPDX-License-Identifier: MIT
// What the engine says about a game, in the current language: scenes, seats, results.
import { computerName } from "../app/levels";
import type { Scene, State } from "abax/engine/state";
import { sentences } from "abax/messages/sentences";
import { localScene as inLanguage } from "abax/messages/speaker";
import { by, t, tell, word } from "./index.svelte";

// The same scene with translated titles, labels and words.
export const localScene = (game: string, scene: Scene): Scene => inLanguage({ word, tell }, game, scene);

export { yourSeat } from "abax/messages/sentences";
export const { seatTitle, playerName, endSentence, promptText, endTitle, endReason, eventText, verdictText } =
  sentences(t, { word, tell });

// While looking back: the position, the action that led there, what its turn did to players, and
// whose turn it was.
export function lookingText(state: State, length: number, scene: Scene): string {
  const last = state.actions[length - 1];
  const where = t("status.looking", { n: length, all: state.length });
  const was = `${eventText(scene)} ${t("status.was", { name: playerName(state, scene.status.seat) })}`.trim();
  return last ? `${where}. ${by(playerName(state, last.seat), tell(last.words))}. ${was}` : `${where}. ${was}`;
}

export function playerKind(state: State, seat: number): string {
  return computerName(state.seats[seat]?.player ?? "");
}

// The role of a seat for the viewer: you, partner or opponent. Without a viewpoint, or in games
// without partners, the team.
export function seatRole(state: State, viewpoint: number, seat: number): string {
  const teams = new Set(state.seats.map(({ team }) => team)).size;
  const partners = teams < state.seats.length;
  if (viewpoint < 0) return partners ? t("role.team", { n: state.seats[seat]!.team + 1 }) : "";
  if (seat === viewpoint) return t("role.you");
  if (!partners) return "";
  return t(state.seats[seat]!.team === state.seats[viewpoint]!.team ? "role.partner" : "role.opponent");
}
