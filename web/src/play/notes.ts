// SPDX-License-Identifier: MIT
// A player's own notes on a desk: what is suspected or doubted, kept with the game on this device and nowhere else.
import { keep, kept } from "../app/keep";

export type Note = "" | "yes" | "no";

interface Kept {
  id: string; // of the game: notes of another one mean nothing
  notes: Record<string, Note>;
}

export class Notes {
  private readonly key: string;

  constructor(
    game: string,
    private readonly id: string,
  ) {
    this.key = `notes.${game}`;
  }

  private all(): Record<string, Note> {
    const found = kept<Kept>(this.key);
    return found?.id === this.id ? found.notes : {};
  }

  // Each who looks has notes of their own.
  at(eyes: number, seat: number, thing: number): Note {
    return this.all()[`${eyes} ${seat} ${thing}`] ?? "";
  }

  // Nothing, then suspected, then doubted, then nothing again.
  turn(eyes: number, seat: number, thing: number): Note {
    const next = { "": "yes", yes: "no", no: "" } as const;
    const notes = { ...this.all() };
    const note = next[this.at(eyes, seat, thing)];
    notes[`${eyes} ${seat} ${thing}`] = note;
    keep(this.key, { id: this.id, notes } satisfies Kept);
    return note;
  }
}
