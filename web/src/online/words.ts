// SPDX-License-Identifier: MIT
// What happens on the server, said in the chosen language.
import type { Game } from "../app/games";
import { word } from "../i18n/index.svelte";
import { seatTitle } from "../i18n/local";
import type { Entry, OnlineSeat, Row } from "./messages";
import { server } from "./server.svelte";
import { isKey, t } from "./texts";

export function phraseText(name: string): string {
  const key = `phrase.${name}`;
  return isKey(key) ? t(key) : (server()?.phrases[name] ?? name);
}

export function newsText(entry: Entry, name: string): string {
  const key = `news.${entry.kind}`;
  const text = entry.kind === "phrase" ? phraseText(entry.text) : entry.text;
  return isKey(key) ? t(key, { name, text }) : "";
}

export function clockName(clock: string): string {
  if (clock === "none") return t("clock.none");
  const days = clock.match(/^(\d+)d$/)?.[1];
  if (days) return t("clock.days", { n: Number(days) });
  const [base = "", increment] = clock.split("+");
  const minutes = Number(base) / 60;
  return increment ? t("clock.increment", { minutes, seconds: increment }) : t("clock.minutes", { minutes });
}

// Options that are not the usual ones, in words. `options` as the lobby tells them, "key=value,...", or one by one.
export function optionWords(game: Game, options: string | Record<string, string>): string[] {
  const pairs =
    typeof options === "string" ? options.split(",").map((pair) => pair.split("=")) : Object.entries(options);
  return pairs.flatMap(([key = "", value = ""]) => {
    const option = game.options.find((other) => other.key === key);
    if (!option || option.values[0] === value) return [];
    return [`${word(game.name, `option.${key}`, option.title)}: ${word(game.name, `option.${key}.${value}`, value)}`];
  });
}

export function seatName(game: string, seat: Row["seats"][number] | OnlineSeat, index: number, title: string): string {
  if (seat.kind === "open") return t("lobby.free");
  const level = seat.player?.match(/^level:(\d+)$/)?.[1];
  if (level) return t("player.level", { level });
  return seat.name || seat.player || seatTitle(game, index, title);
}
