// SPDX-License-Identifier: MIT
// The diagrams of a rules page: games/NAME/diagrams.txt (docs/adding-a-game.md), shown frame by
// frame as the engine computes them. Tests check what the file claims.
import type { Engine, Session } from "abax/engine/engine";
import { question } from "../engine/question";
import type { Said, Scene, State } from "abax/engine/state";

export interface Diagram {
  id: string;
  options: string[];
  position: string;
  lines: { kind: "play" | "refused"; words: string }[]; // an action, or names of spots with commas
}

export interface Frame {
  scene: Scene;
  kind: "start" | "action" | "refused" | "count";
  seat: number; // who acted
  said: Said; // the action, the count; the sentence of the rule
  rule: string;
  spots: number[]; // spots it concerns
}

const files = import.meta.glob<string>(["../../../../games/*/diagrams.txt", "!../../../../games/test*/*"], {
  query: "?raw",
  import: "default",
});

export async function diagramsOf(game: string): Promise<Map<string, Diagram>> {
  return readDiagrams((await files[`../../../../games/${game}/diagrams.txt`]?.()) ?? "");
}

export function readDiagrams(text: string): Map<string, Diagram> {
  const all = new Map<string, Diagram>();
  let now: Diagram | undefined;
  for (const line of text.split("\n")) {
    const [key = "", ...rest] = line.split(" ");
    const words = rest.join(" ");
    if (key === "diagram") all.set(words, (now = { id: words, options: [], position: "", lines: [] }));
    else if (key === "options") now?.options.push(...rest);
    else if (key === "position" && now) now.position = words;
    else if (key === "play") now?.lines.push({ kind: key, words });
    else if (key === "refused") now?.lines.push({ kind: key, words: rest.slice(1).join(" ") });
  }
  return all;
}

// "refused RULE: SENTENCE"
function whyNot(engine: Engine, { options, position }: Diagram, state: State, attempt: string): [string, string] {
  const chosen = options.flatMap((option) => ["-o", option]);
  const played = state.actions.map(({ text }) => text);
  const answer = engine.call("why", state.game, ...chosen, "-p", position, ...played, attempt).trim();
  const [, rule = "", sentence = ""] = /^refused ([^:]+): (.*)$/s.exec(answer) ?? [];
  return [rule, sentence];
}

function refusal(engine: Engine, diagram: Diagram, state: State, attempt: string): Frame {
  const { scene, toAct: seat } = state;
  const [rule, text] = whyNot(engine, diagram, state, attempt);
  const spots = attempt.split(",").flatMap((name) => scene.spots.flatMap((spot, i) => (spot.name === name ? [i] : [])));
  return { scene, kind: "refused", seat, said: { text }, rule, spots };
}

// A count is shown step by step, then its result.
function ending({ scene }: State): Frame[] {
  const verdicts = [...(scene.verdicts ?? [])].sort((a, b) => Number(b.step) - Number(a.step));
  return verdicts.map(({ said, spots }) => ({ scene, kind: "count", seat: -1, said, rule: "", spots }));
}

export function framesOf(engine: Engine, game: string, diagram: Diagram): Frame[] {
  return question(engine, (session) => playedIn(session, engine, game, diagram));
}

function playedIn(session: Session, engine: Engine, game: string, diagram: Diagram): Frame[] {
  const options = diagram.options.map((option) => `o.${option}`);
  let state = session.call("new", game, ...options, `start=${diagram.position}`);
  const frames: Frame[] = [{ scene: state.scene, kind: "start", seat: -1, said: { text: "" }, rule: "", spots: [] }];
  for (const { kind, words } of diagram.lines) {
    if (kind === "refused") {
      frames.push(refusal(engine, diagram, state, words));
      continue;
    }
    state = session.call("play", words);
    const played = state.actions.at(-1)!;
    frames.push({ scene: state.scene, kind: "action", seat: played.seat, said: played.words, rule: "", spots: [] });
  }
  return [...frames, ...ending(state)];
}
