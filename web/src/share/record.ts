// SPDX-License-Identifier: MIT
// Records in JSON (docs/records.md) and studies, each made of the other.
import type { Plain } from "../analyse/tree";
import type { Study } from "../analyse/analysis.svelte";
import type { Engine } from "../engine/engine";

interface RecordAction {
  action: string;
  seat?: number; // from 1
  variations?: RecordAction[][];
}

interface RecordJson {
  tags: Record<string, string>;
  actions: RecordAction[];
}

// The line that goes on from these children, with the others as variations of its first action.
function lineOf(children: Plain[]): RecordAction[] {
  const line: RecordAction[] = [];
  for (let here = children; here[0]; here = here[0][2]) {
    const [main, ...others] = here;
    const variations = others.map((other) => [{ action: other[0] }, ...lineOf(other[2])]);
    line.push(variations.length ? { action: main![0], variations } : { action: main![0] });
  }
  return line;
}

export function studyToJson(study: Study): string {
  const options = Object.entries(study.options).map(([key, value]) => `${key}=${value}`);
  const tags: Record<string, string> = { Game: study.game };
  if (options.length) tags["Options"] = options.join(",");
  if (study.start) tags["Start"] = study.start;
  study.names.forEach((name, i) => name && (tags[`Seat${i + 1}`] = name));
  return JSON.stringify({ tags, actions: lineOf(study.tree[2]) });
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
