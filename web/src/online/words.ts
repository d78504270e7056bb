// SPDX-License-Identifier: MIT
// What happens on the server, said in the chosen language.
import type { Game } from "../app/games";
import { computerName, levelOf } from "../app/levels";
import { by, word } from "../i18n/index.svelte";
import { seatTitle } from "../i18n/local";
import { clockName as minutesName } from "../parts/clockname";
import type { Entry, OnlineSeat, Row } from "./messages";
import { server } from "./server.svelte";
import { isKey, t } from "./texts";

export function phraseText(name: string): string {
  const key = `phrase.${name}`;
  return isKey(key) ? t(key) : (server()?.phrases[name] ?? name);
}

export function newsText(entry: Pick<Entry, "kind" | "text">, name: string): string {
  const key = `news.${entry.kind}`;
  const text = entry.kind === "phrase" ? phraseText(entry.text) : entry.text;
  return isKey(key) ? t(key, { name, text }) : "";
}

// The server has clocks that a match does not: days an action.
export function clockName(clock: string): string {
  const days = clock.match(/^(\d+)d$/)?.[1];
  return days ? t("clock.days", { n: Number(days) }) : minutesName(clock);
}

// Options that are not the usual ones, in words. `options` as the lobby tells them, "key=value,...", or one by one.
export function optionWords(game: Game, options: string | Record<string, string>): string[] {
  const pairs =
    typeof options === "string" ? options.split(",").map((pair) => pair.split("=")) : Object.entries(options);
  return pairs.flatMap(([key = "", value = ""]) => {
    const option = game.options.find((other) => other.key === key);
    if (!option || option.values[0] === value) return [];
    const name = option.names[option.values.indexOf(value)] ?? value;
    return [by(word(game.name, `option.${key}`, option.title), word(game.name, `option.${key}.${value}`, name))];
  });
}

export function seatName(game: string, seat: Row["seats"][number] | OnlineSeat, index: number, title: string): string {
  if (seat.kind === "open") return t("lobby.free");
  if (levelOf(seat.player) !== undefined) return computerName(seat.player ?? "");
  return seat.name || seat.player || seatTitle(game, index, title);
}
