// SPDX-License-Identifier: MIT
// The keys of studies that this browser holds, and those it has looked at; and how a study begins.
import type { Study } from "../analyse/analysis.svelte";
import type { Plain } from "../analyse/tree";
import { keep, kept } from "../app/keep";
import { go } from "../app/route";
import { account } from "../online/account.svelte";
import { api } from "../online/api";

export interface HeldStudy {
  id: string;
  key: string;
  title: string;
  game: string;
  when: number;
  begun?: boolean; // here
}

const KEY = "studies";
const MOST = 100; // the oldest are forgotten

export function heldStudies(): HeldStudy[] {
  return kept<HeldStudy[]>(KEY) ?? [];
}

export function studyKey(id: string): string {
  return heldStudies().find((held) => held.id === id)?.key ?? "";
}

export function hasBegun(id: string): boolean {
  return heldStudies().find((held) => held.id === id)?.begun ?? false;
}

// Stores new facts about a study; the rest stays.
export function holdStudy(id: string, about: Partial<HeldStudy>): void {
  const all = heldStudies();
  const before = all.find((held) => held.id === id);
  const held = { id, key: "", title: "", game: "", ...before, ...about, when: Date.now() };
  keep(KEY, [held, ...all.filter((other) => other.id !== id)].slice(0, MOST));
}

export function forgetStudy(id: string): void {
  keep(
    KEY,
    heldStudies().filter((held) => held.id !== id),
  );
}

const BEGIN_ACTIONS = 448; // that a study can begin with
const BEGIN_BYTES = 2400; // of them, so that the request has room for the rest

// A tree as lines from the start, each of which ends where it ends in the tree; the main line
// first.
export function linesOf([, , children]: Plain, before: string[] = []): string[][] {
  return children.flatMap((child) => {
    const path = [...before, child[0]];
    return child[2].length ? linesOf(child, path) : [path];
  });
}

// What to send when a study is opened for the first time.
const waiting = new Map<string, string[][]>();

export function takeWaiting(id: string): string[][] {
  const lines = waiting.get(id) ?? [];
  waiting.delete(id);
  return lines;
}

// Begins a study from one on this device and goes there. Variations follow once it is open.
export async function beginStudy(study: Study, title: string): Promise<void> {
  const lines = linesOf(study.tree);
  const first: string[] = [];
  let bytes = 0;
  for (const action of lines[0] ?? []) {
    bytes += action.length + 1;
    if (first.length === BEGIN_ACTIONS || bytes > BEGIN_BYTES) break;
    first.push(action);
  }
  const made = await api.newStudy(
    {
      game: study.game,
      options: study.options,
      ...(study.start ? { start: study.start } : {}),
      ...(first.length ? { actions: first.join(" ") } : {}),
      ...(title ? { title } : {}),
    },
    account()?.token,
  );
  waiting.set(made.study, lines);
  holdStudy(made.study, { key: made.key, title, game: study.game, begun: true });
  go({ screen: "study", id: made.study });
}
