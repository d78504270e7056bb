// SPDX-License-Identifier: MIT
// Events of the server in words.
import type { Game } from "../app/games";
import { computerName, levelOf } from "../app/levels";
import { by, language, word } from "../i18n/index.svelte";
import { seatTitle } from "../i18n/local";
import { clockName as minutesName } from "../parts/clockname";
import type { Entry, OnlineSeat, Row, RowSeat } from "./messages";
import { server } from "./server.svelte";
import { isKey, t } from "./texts";

export function phraseText(name: string): string {
  const key = `phrase.${name}`;
  return isKey(key) ? t(key) : (server()?.phrases[name] ?? name);
}

export function newsText(entry: Pick<Entry, "kind" | "text">, name: string): string {
  const key = `news.${entry.kind}${entry.text === "vacation" ? ".vacation" : ""}`;
  const text = entry.kind === "phrase" ? phraseText(entry.text) : entry.text;
  return isKey(key) ? t(key, { name, text }) : "";
}

// The server has clocks that a match does not have: days per action, with a bank of days.
export function clockName(clock: string): string {
  const [, days, bank] = clock.match(/^(\d+)d(?:\/(\d+)d)?$/) ?? [];
  if (!days) return minutesName(clock);
  const each = t("clock.days", { n: Number(days) });
  return bank ? t("online.clockBank", { clock: each, n: Number(bank) }) : each;
}

const HOUR = 3600000;

// What is left of a bank: whole days, or hours below one day.
export function bankText(left: number): string {
  const hours = Math.floor(left / HOUR);
  return hours >= 24 ? t("online.bankDays", { n: Math.floor(hours / 24) }) : t("online.bankHours", { n: hours });
}

export function dateText(time: number): string {
  return new Date(time).toLocaleDateString(language(), { dateStyle: "medium" });
}

// Options that differ from the default, in words. `options` comes from the lobby as
// "key=value,...", or one by one.
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

// A rating in a line of text, with a mark if it is provisional.
export function ratingText(seat: RowSeat | undefined): string {
  const rating = seat?.ratedFrom ?? seat?.rating;
  return rating === undefined ? "" : `${rating}${seat?.provisional ? "?" : ""}`;
}

// A change of rating, with its sign.
export function changeText({ ratedFrom, ratedTo }: RowSeat): string {
  if (ratedFrom === undefined || ratedTo === undefined) return "";
  const change = ratedTo - ratedFrom;
  return change < 0 ? `−${-change}` : `+${change}`;
}

// The result of a game for an account, with the change of the rating.
export function resultText(row: Row, person: string): string {
  const own = row.seats.findIndex(({ account, name }) => account && name.toLowerCase() === person.toLowerCase());
  const seat = row.seats[own];
  const letter = row.result?.[own];
  if (!seat || !letter) return "";
  if (letter === "-") return t("person.broken");
  return [t(`result.${letter === "w" ? "win" : letter === "l" ? "loss" : "draw"}`), changeText(seat)]
    .filter(Boolean)
    .join(" ");
}

// Names or seats as a list in the current language.
export function listText(names: string[], type: "conjunction" | "disjunction"): string {
  return new Intl.ListFormat(language(), { type }).format(names);
}

// The player of a seat before sides are drawn, when a seat's title would be wrong.
export function personName(seat: RowSeat): string {
  if (seat.kind === "open") return seat.name || t("lobby.free");
  if (levelOf(seat.player) !== undefined) return computerName(seat.player ?? "");
  return seat.name || seat.player || t("invite.guest");
}

// What an open game waits for.
export function waitingText({ full, seats }: { full: boolean; seats: OnlineSeat[] }): string {
  if (full) return t("deal.waiting");
  return t(seats.length === 2 ? "invite.title.two" : "invite.title");
}

export function declinedText({ name }: { name: string }): string {
  return t("invite.said-no", { name: name || t("invite.guest") });
}

// Before the draw: which sides there are, and when one gets one.
export function drawText(game: string, titles: string[]): string {
  const sides = titles.map((title, seat) => seatTitle(game, seat, title));
  return t("invite.draw", { seats: listText(sides, "disjunction") });
}

export function seatName(game: string, seat: Row["seats"][number] | OnlineSeat, index: number, title: string): string {
  if (seat.kind === "open") return t("lobby.free");
  if (levelOf(seat.player) !== undefined) return computerName(seat.player ?? "");
  return seat.name || seat.player || seatTitle(game, index, title);
}
