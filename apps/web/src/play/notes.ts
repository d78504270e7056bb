// SPDX-License-Identifier: MIT
// Notes of a player in a deduction game: suspicions and doubts, stored with the game on this device
// only.
import { keep, kept } from "../app/keep";

export type Note = "" | "yes" | "no";

interface Kept {
  id: string; // of the game
  notes: Record<string, Note>;
}

const MOST = 32; // games of a kind with notes; those that were written in longest ago go first

export class Notes {
  private readonly key: string;

  constructor(
    game: string,
    private readonly id: string,
  ) {
    this.key = `notes.${game}`;
  }

  // Of all games of the kind, the last one first. Earlier pages kept one.
  private books(): Kept[] {
    const found = kept<Kept[] | Kept>(this.key);
    return found === undefined ? [] : Array.isArray(found) ? found : [found];
  }

  private all(): Record<string, Note> {
    return this.books().find(({ id }) => id === this.id)?.notes ?? {};
  }

  // Each viewpoint has its own notes.
  at(viewpoint: number, seat: number, thing: number): Note {
    return this.all()[`${viewpoint} ${seat} ${thing}`] ?? "";
  }

  // Nothing, then suspected, then doubted, then nothing again.
  turn(viewpoint: number, seat: number, thing: number): Note {
    const next = { "": "yes", yes: "no", no: "" } as const;
    const notes = { ...this.all() };
    const note = next[this.at(viewpoint, seat, thing)];
    notes[`${viewpoint} ${seat} ${thing}`] = note;
    const others = this.books().filter(({ id }) => id !== this.id);
    keep(this.key, [{ id: this.id, notes } satisfies Kept, ...others].slice(0, MOST));
    return note;
  }
}
