// SPDX-License-Identifier: MIT
// The sentences of a language by their ids, as tools/words compiles them (core/base/catalogue.h):
// the plural rule and a 0, then records of 2, id, 0, text, 0; the forms of a plural are parted by a
// 1.

import type { Said } from "../engine/state.ts";

export type { Said } from "../engine/state.ts";
export type Arguments = Record<string, string | number | Said>;

export class Catalogue {
  private readonly rule: string;
  private readonly texts = new Map<string, string>();

  // Without a catalogue: English, which all messages contain.
  constructor(part = "n1,=!\0") {
    const [rule = "", ...records] = part.split("\x02");
    this.rule = rule.slice(0, -1);
    for (const record of records) {
      const [id = "", text = ""] = record.split("\0");
      this.texts.set(id, text);
    }
  }

  find(id: string): string | undefined {
    return this.texts.get(id);
  }

  say(id: string, english: string, args?: Arguments): string {
    const text = this.texts.get(id);
    return this.fill(text ?? english, text === undefined ? "n1,=!" : this.rule, args);
  }

  tell({ text, id, args }: Said): string {
    const found = id === undefined ? undefined : this.texts.get(id);
    return found === undefined ? text : this.fill(found, this.rule, args);
  }

  private fill(text: string, rule: string, args?: Arguments): string {
    const form = "n" in (args ?? {}) && text.includes("\x01") ? plural(rule, Number(args!["n"])) : 0;
    const parts = text.split("\x01");
    return fill(parts[Math.min(form, parts.length - 1)]!, args, (said) => this.tell(said));
  }
}

// Fills the {names} of a text; unknown ones stay.
export function fill(text: string, args: Arguments = {}, tell = ({ text }: Said) => text): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name];
    return typeof value === "object" ? tell(value) : String(value ?? whole);
  });
}

const operators: Record<string, (a: number, b: number) => number> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.floor(a / b),
  "%": (a, b) => a % b,
  "=": (a, b) => Number(a === b),
  "<": (a, b) => Number(a < b),
  ">": (a, b) => Number(a > b),
  "&": (a, b) => Number(a !== 0 && b !== 0),
  "|": (a, b) => Number(a !== 0 || b !== 0),
};

// Which form a plural rule chooses (tools/plural.py).
export function plural(rule: string, n: number): number {
  const stack: number[] = [];
  for (const sign of rule.match(/\d+|[^,]/g) ?? []) {
    const last = () => stack.pop() ?? 0;
    if (/\d/.test(sign)) stack.push(Number(sign));
    else if (sign === "n") stack.push(n);
    else if (sign === "!") stack.push(Number(last() === 0));
    else {
      const b = last();
      const a = last();
      stack.push(sign === "?" ? (last() === 0 ? b : a) : (operators[sign]?.(a, b) ?? 0));
    }
  }
  return stack[0] ?? 0;
}
