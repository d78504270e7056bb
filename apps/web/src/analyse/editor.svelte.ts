// SPDX-License-Identifier: MIT
// The position editor. The draft is a text that the engine edits and checks; the analysis changes
// only when the draft is used.
import type { Game } from "../app/games";
import type { Edit } from "abax/engine/answers";
import type { Engine } from "abax/engine/engine";
import { refusalOf } from "../engine/refusal";
import type { Said } from "abax/engine/state";

const MOST_STEPS = 200;

export class Editor {
  private answer: Edit = $state.raw()!;
  private steps: string[] = $state.raw([]);
  private step = $state(0);
  tool = $state("");
  path: string[] = $state.raw([]); // places touched that are not yet an edit
  refusal = $state<Said>();

  readonly position = $derived.by(() => this.answer.position);
  // why it is not a position yet
  readonly error = $derived.by(() => this.answer.fault ?? undefined);
  readonly scene = $derived.by(() => this.answer.scene);
  readonly targets = $derived.by(() => this.answer.targets.filter((spot) => this.scene.spots[spot]!.use === "place"));
  readonly staged = $derived.by(() => this.path.map((name) => this.spot(name)));
  readonly canUndo = $derived.by(() => this.step > 0);
  readonly canRedo = $derived.by(() => this.step < this.steps.length - 1);
  // The piece that the tool puts, if it puts one.
  readonly piece = $derived.by(() => {
    const spot = this.spot(this.tool);
    return this.scene.pieces.find((piece) => piece.spot === spot);
  });

  constructor(
    readonly engine: Engine,
    private readonly game: Game,
    private readonly options: Record<string, string>,
    position: string,
  ) {
    this.answer = this.ask(position);
    this.steps = [position];
    const tools = this.answer.scene.spots.filter((spot) => spot.use === "hand");
    this.choose((tools.find((spot) => spot.name === "move") ?? tools[0])!.name);
  }

  choose(tool: string): void {
    this.tool = tool;
    this.stand(this.position);
  }

  // A touch of a tool, a button or a place.
  touch(name: string): void {
    const use = this.scene.spots[this.spot(name)]?.use;
    if (use === "hand") this.choose(name);
    else if (use === "button") this.edit([name]);
    else if (use === "place") this.edit([this.tool, ...this.path, name]);
  }

  cancel(): void {
    this.stand(this.position);
  }

  undo(): void {
    if (this.canUndo) this.stand(this.steps[--this.step]!);
  }

  redo(): void {
    if (this.canRedo) this.stand(this.steps[++this.step]!);
  }

  // Takes a typed text; returns an error if it cannot be drawn.
  load(position: string): Said | undefined {
    try {
      this.ask(position);
    } catch (error) {
      return refusalOf(error);
    }
    this.stand(position);
    this.remember(position);
    return undefined;
  }

  private spot(name: string): number {
    return this.scene.spots.findIndex((spot) => spot.name === name);
  }

  private ask(position: string, ...spots: string[]): Edit {
    const options = Object.entries(this.options).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
    return JSON.parse(this.engine.call("edit", this.game.name, ...options, "-p", position, "--json", ...spots)) as Edit;
  }

  // The draft with the tool in hand. A tool may be gone with the part of the game that had it.
  private stand(position: string): void {
    this.path = [];
    this.refusal = undefined;
    this.answer = this.ask(position);
    if (this.spot(this.tool) < 0) this.tool = this.scene.spots.find((spot) => spot.use === "hand")!.name;
    this.answer = this.ask(position, this.tool);
  }

  private edit(spots: string[]): void {
    let answer: Edit;
    try {
      answer = this.ask(this.position, ...spots);
    } catch (error) {
      this.stand(this.position);
      this.refusal = refusalOf(error);
      return;
    }
    if (!answer.done) {
      this.refusal = undefined;
      this.path = spots.slice(1);
      this.answer = answer;
      return;
    }
    this.stand(answer.position);
    this.remember(answer.position);
  }

  private remember(position: string): void {
    if (position === this.steps[this.step]) return;
    this.steps = [...this.steps.slice(0, this.step + 1), position].slice(-MOST_STEPS);
    this.step = this.steps.length - 1;
  }
}
