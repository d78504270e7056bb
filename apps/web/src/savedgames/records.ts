// SPDX-License-Identifier: MIT
// Saved games as records in a file, and back. A file holds any number of records, one after the
// other (docs/records.md).
import { findGame, type Games } from "../app/games";
import type { Engine } from "abax/engine/engine";
import { question } from "../engine/question";
import type { State } from "abax/engine/state";
import { briefOf, newId, type Kept, type Saved } from "../play/saved";
import { repairSetup } from "../play/setup";

// The match of a record; throws a Refusal when it is none.
export function openRecord(engine: Engine, record: string): State {
  return question(engine, (session) => session.call("load", encodeURIComponent(record)));
}

// The opened match in a form that others may see.
export function formOf(engine: Engine, record: string, form: string, ...viewpoint: string[]): string {
  return question(engine, (session) => {
    session.call("load", encodeURIComponent(record));
    return session.ask<{ record: string }>("record", form, ...viewpoint).record;
  });
}

// Text records end with a star; JSON records and links end with their line.
export function splitRecords(text: string): string[] {
  const whole = text.trim();
  if (!whole.startsWith("[")) return whole ? [whole] : [];
  const records: string[] = [];
  let lines: string[] = [];
  for (const line of whole.split(/\r?\n/)) {
    if (line.startsWith("[") && lines.length && /\*\s*$/.test(lines.join("\n"))) {
      records.push(lines.join("\n"));
      lines = [];
    }
    lines.push(line);
  }
  return [...records, lines.join("\n")].map((record) => `${record.trim()}\n`);
}

export function joinRecords(entries: Kept[]): string {
  return entries.flatMap((entry) => ("damaged" in entry ? [] : [entry.record.trim()])).join("\n\n") + "\n";
}

// The day of a record, or now.
function dayOf(record: string): number {
  const day = Date.parse(/^\[Date "(\d{4}-\d\d-\d\d)"\]$/m.exec(record)?.[1] ?? "");
  return Number.isNaN(day) ? Date.now() : day;
}

// A record as a kept game; throws a Refusal when it is none, or a view that cannot be played on
// from.
export function importRecord(engine: Engine, games: Games, text: string): Saved | undefined {
  const state = openRecord(engine, text);
  const game = findGame(games, state.game);
  if (!game) return undefined;
  const seats = state.seats.map(({ who, player, name }) => ({
    who: who === "computer" ? (player ?? "person") : "person",
    name: name ?? "",
  }));
  const when = dayOf(text);
  return {
    id: newId(),
    version: 1,
    game: state.game,
    setup: repairSetup(game, { options: state.options, seats }),
    record: formOf(engine, text, "text", "all"),
    line: state.actions.map((action) => action.text).join(" "),
    moves: state.length,
    begun: true,
    over: state.over,
    counted: true, // whatever follows a person's results follows games that were played here
    started: when,
    when,
    brief: briefOf(state),
  };
}
