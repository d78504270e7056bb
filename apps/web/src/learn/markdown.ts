// SPDX-License-Identifier: MIT
// The little of Markdown that rules pages use, as plain data that a component shows without any
// HTML text.

export type Inline = { kind: "text" | "strong" | "code"; text: string };

export type Block =
  | { kind: "heading"; level: number; text: Inline[]; id: string }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "diagram"; id: string; text: Inline[] } // "> ID: caption"
  | { kind: "code"; text: string }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  for (const piece of text.split(/(\*\*[^*]+\*\*|`[^`]+`)/)) {
    if (!piece) continue;
    if (piece.startsWith("**")) parts.push({ kind: "strong", text: piece.slice(2, -2) });
    else if (piece.startsWith("`")) parts.push({ kind: "code", text: piece.slice(1, -1) });
    else parts.push({ kind: "text", text: piece });
  }
  return parts;
}

function heading(line: string): Block {
  const level = line.match(/^#+/)![0].length;
  const text = line.slice(level).trim();
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return { kind: "heading", level, text: inline(text), id };
}

function cells(line: string): Inline[][] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));
}

function table(lines: string[]): Block {
  const rows = lines.filter((line) => !/^\|[\s|:-]+$/.test(line)).map(cells);
  return { kind: "table", head: rows[0] ?? [], rows: rows.slice(1) };
}

const quoted = /^> ([a-z-]+): /;

function diagram(lines: string[]): Block {
  const text = lines.map((line) => line.replace(/^> ?/, "").trim()).join(" ");
  const id = quoted.exec(lines[0]!)![1]!;
  return { kind: "diagram", id, text: inline(text.slice(id.length + 1).trim()) };
}

const item = /^(?:[-*]|(\d+)\.)\s+/;

function list(lines: string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    if (item.test(line)) items.push(line.replace(item, ""));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return { kind: "list", ordered: /^\d/.test(lines[0] ?? ""), items: items.map(inline) };
}

// Lines of one block: up to an empty line, a heading, or a change between list and text.
function blockEnd(lines: string[], from: number): number {
  const first = lines[from]!;
  let end = from + 1;
  if (first.startsWith("#")) return end;
  const isList = item.test(first);
  while (end < lines.length) {
    const line = lines[end]!;
    if (line.trim() === "") {
      const following = lines[end + 1] ?? "";
      if (isList && item.test(following) && /^\d/.test(first) === /^\d/.test(following)) end++;
      else if (first.startsWith("    ") && following.startsWith("    ")) end++;
      else break;
    } else if (line.startsWith("#") || (!isList && item.test(line))) break;
    end++;
  }
  return end;
}

export function markdown(text: string): Block[] {
  const lines = text.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (line.trim() === "") {
      at++;
      continue;
    }
    const end = blockEnd(lines, at);
    const body = lines.slice(at, end);
    if (line.startsWith("#")) blocks.push(heading(line));
    else if (quoted.test(line)) blocks.push(diagram(body));
    else if (line.startsWith("    ")) blocks.push({ kind: "code", text: body.map((row) => row.slice(4)).join("\n") });
    else if (line.startsWith("|")) blocks.push(table(body));
    else if (item.test(line)) blocks.push(list(body.filter((row) => row.trim())));
    else blocks.push({ kind: "paragraph", text: inline(body.map((row) => row.trim()).join(" ")) });
    at = end;
  }
  return blocks;
}
