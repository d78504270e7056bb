// SPDX-License-Identifier: MIT
// Records in JSON (docs/records.md) and studies, each made of the other.
import type { Moment, Plain } from "../analyse/tree";
import type { Study } from "../analyse/analysis.svelte";
import type { Engine } from "abax/engine/engine";

interface RecordAction {
  action: string;
  seat?: number; // from 1
  variations?: RecordAction[][];
}

interface RecordJson {
  tags: Record<string, string>;
  actions: RecordAction[];
}

type Remarks = (at: Moment) => { comment?: string };

// The line that goes on from these children, with the others as variations of its first action.
function lineOf(children: Moment[], said: Remarks): RecordAction[] {
  const line: RecordAction[] = [];
  for (let here = children; here[0]; here = here[0].children) {
    const [main, ...others] = here;
    const variations = others.map((other) => [
      { action: other.action, ...said(other) },
      ...lineOf(other.children, said),
    ]);
    line.push({ action: main!.action, ...said(main!), ...(variations.length ? { variations } : {}) });
  }
  return line;
}

// More tags and remarks come from a server.
export function treeToJson(
  { game, options, start, names }: Omit<Study, "tree" | "at">,
  root: Moment,
  more: Record<string, string> = {},
  said: Remarks = () => ({}),
): string {
  const chosen = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  const tags: Record<string, string> = { Game: game };
  if (chosen.length) tags["Options"] = chosen.join(",");
  if (start) tags["Start"] = start;
  names.forEach((name, i) => name && (tags[`Seat${i + 1}`] = name));
  return JSON.stringify({ tags: { ...tags, ...more }, ...said(root), actions: lineOf(root.children, said) });
}

function childrenOf(line: RecordAction[]): Plain[] {
  const [first, ...rest] = line;
  if (!first) return [];
  const main: Plain = [first.action, (first.seat ?? 1) - 1, childrenOf(rest)];
  return [main, ...(first.variations ?? []).flatMap(childrenOf)];
}

export function jsonToStudy(text: string, start: string): Study {
  const { tags, actions } = JSON.parse(text) as RecordJson;
  const options = (tags["Options"] ?? "").split(",").filter(Boolean);
  const seats = Object.keys(tags).filter((tag) => /^Seat\d$/.test(tag));
  return {
    game: tags["Game"] ?? "",
    options: Object.fromEntries(options.map((option) => option.split("=") as [string, string])),
    start,
    names: seats.length ? [1, 2, 3, 4].map((seat) => tags[`Seat${seat}`] ?? "") : [],
    tree: ["", -1, childrenOf(actions)],
    at: [],
  };
}

// A record of any form as a study.
export function readRecord(engine: Engine, record: string): Study {
  const json = engine.call("convert", encodeURIComponent(record), "--to", "json");
  const { tags } = JSON.parse(json) as RecordJson;
  const options = (tags["Options"] ?? "")
    .split(",")
    .filter(Boolean)
    .flatMap((option) => ["-o", option]);
  const begin = tags["Start"] ? ["-p", tags["Start"]] : ["--seed", tags["Seed"] ?? "0"];
  const start = engine.call("position", tags["Game"] ?? "", ...options, ...begin).split("\n")[0]!;
  return jsonToStudy(json, start);
}

// Where the game ends that begins at `from`: a record as text ends with its star, one in JSON with
// its last brace.
function endOf(text: string, from: number): number {
  const json = text[from] === "{";
  let inside = "";
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const c = text[at]!;
    if (inside && c === "\\") at++;
    else if (inside) inside = c === inside ? "" : inside;
    else if (c === '"') inside = '"';
    else if (json) {
      depth += Number(c === "{") - Number(c === "}");
      if (!depth) return at + 1;
    } else if (c === "{") inside = "}";
    else if (c === "*") return at + 1;
  }
  return text.length;
}

// Splits a text into its games, as `abax match` and `abax record` write them; other text stays
// whole.
export function recordsIn(text: string): string[] {
  const found: string[] = [];
  let from = text.search(/\S/);
  while (from >= 0) {
    if (!"[{".includes(text[from]!)) return [text];
    const end = endOf(text, from);
    found.push(text.slice(from, end));
    const next = text.slice(end).search(/\S/);
    from = next < 0 ? -1 : end + next;
  }
  return found.length > 1 ? found : [text];
}

// Who plays in a record, for a list to choose from.
export function playersIn(record: string): string {
  const names = [...record.matchAll(/"?Seat\d"?\s*:?\s*"((?:[^"\\]|\\.)*)"/g)];
  return names.map((name) => name[1]!.replace(/\\(.)/g, "$1")).join(" – ");
}
