// SPDX-License-Identifier: MIT
// The score of a match after one of its games.
import type { State } from "abax/engine/state";
import { t } from "../i18n/beside";
import { playerName, yourSeat } from "../i18n/local";

// The score of a match, the reader's seat first, or who has won it.
export function seriesText(state: State, you = yourSeat(state)): string {
  const { games, played, byScore, players, leader = -1 } = state.series;
  const own = players.filter(({ seat }) => seat === you);
  const names = [...own, ...players.filter(({ seat }) => seat !== you)].map(
    ({ seat, points, score }) => `${playerName(state, seat)} ${byScore ? score : points}`,
  );
  const stands = t(byScore ? "series.by-points" : "series.by-games", { n: played, games, standing: names.join(" · ") });
  if (played < games) return stands;
  return `${stands} ${leader < 0 ? t("series.drawn") : t("series.won", { name: playerName(state, leader) })}`;
}
