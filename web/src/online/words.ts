// SPDX-License-Identifier: MIT
// What happens on the server, said in the chosen language.
import { en } from "../i18n/en";
import { t, word, type Key } from "../i18n/index.svelte";
import { seatTitle } from "../i18n/local";
import type { Entry, OnlineSeat, Row } from "./messages";
import { server } from "./server.svelte";

function known(key: string): key is Key {
  return Object.hasOwn(en, key);
}

export function phraseText(name: string): string {
  const key = `phrase.${name}`;
  return known(key) ? t(key) : (server()?.phrases[name] ?? name);
}

export function newsText(entry: Entry, name: string): string {
  const key = `news.${entry.kind}`;
  const text = entry.kind === "phrase" ? phraseText(entry.text) : entry.text;
  return known(key) ? t(key, { name, text }) : "";
}

export function clockName(clock: string): string {
  if (clock === "none") return t("clock.none");
  const days = clock.match(/^(\d+)d$/)?.[1];
  if (days) return t("clock.days", { n: Number(days) });
  const [base = "", increment] = clock.split("+");
  const minutes = Number(base) / 60;
  return increment ? t("clock.increment", { minutes, seconds: increment }) : t("clock.minutes", { minutes });
}

// The options of a row that a reader wants to know, in words.
export function optionWords(game: string, options: string): string {
  if (options === "-" || !options) return "";
  const pairs = options.split(",").map((pair) => pair.split("="));
  return pairs.map(([key = "", value = ""]) => word(game, `option.${key}.${value}`, value)).join(", ");
}

export function seatName(game: string, seat: Row["seats"][number] | OnlineSeat, index: number, title: string): string {
  if (seat.kind === "open") return t("lobby.free");
  const level = seat.player?.match(/^level:(\d+)$/)?.[1];
  if (level) return t("player.level", { level });
  return seat.name || seat.player || seatTitle(game, index, title);
}
