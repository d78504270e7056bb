// SPDX-License-Identifier: MIT
// What is told of a series when one of its games is over.
import type { State } from "abax/engine/state";
import { t } from "../i18n/beside";
import { playerName } from "../i18n/local";

// How a series stands after a game of it, or who has won it.
export function seriesText(state: State): string {
  const { games, played, byScore, players, leader = -1 } = state.series;
  const names = players.map(({ seat, points, score }) => `${playerName(state, seat)} ${byScore ? score : points}`);
  const stands = t(byScore ? "series.by-points" : "series.by-games", { n: played, games, standing: names.join(" · ") });
  if (played < games) return stands;
  return `${stands} ${leader < 0 ? t("series.drawn") : t("series.won", { name: playerName(state, leader) })}`;
}
