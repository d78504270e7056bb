// SPDX-License-Identifier: MIT
// The engine's answers about practice (docs/session.md): files, ratings, the next puzzle, the
// day's, and when a puzzle comes back.
import type { Engine } from "abax/engine/engine";
import type {
  PracticeAgain,
  PracticeChosen,
  PracticeDay,
  PracticePick,
  PracticeRated,
  PuzzleFile as FileAnswer,
} from "abax/engine/state";
import { question } from "../engine/question";
import { word } from "../i18n/index.svelte";
import type { Game } from "../app/games";
import type { Card, Scoring, Rating, Try } from "./store";

export interface Row {
  number: number; // from 0
  letters: string;
  rating: number; // 0: nobody has tried it
  themes: string[];
}

export interface PuzzleFile {
  game: string;
  count: number;
  rows: Row[];
  themes: { name: string; count: number }[];
}

function callEngine<T>(engine: Engine, ...words: string[]): T {
  return question(engine, (session) => session.ask<T>(...words));
}

// The date, in UTC as everywhere.
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

// A file as it was fetched; throws a Refusal when anything of it is damaged or missing.
export function openFile(engine: Engine, game: string, text: string): PuzzleFile {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const { puzzles } = callEngine<FileAnswer>(engine, "puzzles", ...lines);
  const rows = puzzles.map(({ rating, themes }, number) => ({
    number,
    letters: lines[number + 1] ?? "",
    rating,
    themes,
  }));
  const counts = new Map<string, number>();
  for (const { themes } of rows) for (const theme of themes) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return { game, count: rows.length, rows, themes: [...counts].map(([name, count]) => ({ name, count })) };
}

// The puzzle of the day.
export function dayOf(engine: Engine, games: readonly Game[]): PracticePick | undefined {
  const counts = games.flatMap(({ name, puzzles }) => [name, String(puzzles)]);
  return callEngine<PracticeDay>(engine, "practice", "day", today(), ...counts).puzzle;
}

// A random number, so that the next puzzle cannot be guessed.
function seed(): string {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

// A suitable puzzle: near a rating, or as high as "climb:N" says. Undefined if there is none.
export function choose(
  engine: Engine,
  { rows }: PuzzleFile,
  suits: (row: Row) => boolean,
  wanted: number | string = 1500,
): number | undefined {
  const list = rows.map((row) => (suits(row) ? String(row.rating) : "-"));
  const aim = typeof wanted === "number" ? String(Math.round(wanted)) : wanted;
  return callEngine<PracticeChosen>(engine, "practice", "choose", seed(), aim, ...list).number;
}

function rateBy(engine: Engine, puzzle: number, { right, when }: Try): (old: Rating | undefined) => Rating {
  return (old) => {
    const pause = old ? Math.max(0, when - old.when) : 0;
    const word = right ? "solved" : "failed";
    const words = ["practice", "rate", old?.solver ?? "new", String(puzzle), word, String(pause)];
    return { ...callEngine<PracticeRated>(engine, ...words), when };
  };
}

// When something comes back that was found or not; the box is "-" the first time. Without a date it
// is known.
export function comesBack(engine: Engine, box: string, right: boolean, date = today()): PracticeAgain {
  return callEngine<PracticeAgain>(engine, "practice", "again", box, right ? "solved" : "failed", date);
}

// One that was failed comes back; before its day nothing that goes well is counted.
function repeatBy(engine: Engine, { puzzle, game, right }: Try): (old: Card | undefined) => Card | undefined {
  return (old) => {
    const date = today();
    if (old && right && old.due > date) return old;
    const { box, due } = comesBack(engine, old ? String(old.box) : "-", right, date);
    return due ? { puzzle, game, box, due } : undefined;
  };
}

export function scoringOf(engine: Engine, rating: number, tried: Try, rated: boolean): Scoring {
  return { rate: rated ? rateBy(engine, rating, tried) : undefined, repeat: repeatBy(engine, tried) };
}

// The id is English; other languages have translations.
export function themeName(game: string, theme: string): string {
  return word(game, `theme.${theme}`, theme.replaceAll("-", " "));
}
