// SPDX-License-Identifier: MIT
// A tower in space on its plate, drawn when something has changed. This file is loaded only where a
// tower is shown.
import type { Brick } from "../bricks";
import type { Face, FaceMark } from "../sight";
import { camera, enters, type Camera } from "./camera";
import { add, look, orthographic, times, unit, type Vec } from "./matrix";
import { BODY, MARK, Renderer } from "./renderer";
import { volume } from "./shade";

export type Tone = readonly [number, number, number]; // as on the screen, 0 to 1

export interface Tones {
  blocks: Record<string, { face: Tone; sign: Tone }>; // by colour
  wood: Tone;
  grain: Tone;
  marks: Record<string, Tone>; // by kind
  glow: Tone;
  paper: Tone;
  dark: boolean;
}

export interface Plan {
  wide: number;
  deep: number;
}

export interface Shown {
  bricks: Brick[];
  lit: ReadonlySet<string>; // keys of blocks
  ghosts: Brick[];
  marks: FaceMark[];
}

const GAP = 0.012; // between blocks
const ROUND = 0.045;
const RIM = 0.62; // of the plate
const PLATE = 0.24;
const TIME = 240; // milliseconds a block takes to land, or the tower to turn
const NEAREST = 0.5;
const FARTHEST = 1.6;
const LEAST_LEVELS = 3; // room that is kept for a low tower

const linear = (tone: Tone): Vec => [tone[0] ** 2.2, tone[1] ** 2.2, tone[2] ** 2.2];

// How a square lies in a face: outward, to the right and up, as its beholder sees it.
const faces: Record<Face, { out: Vec; right: Vec; up: Vec }> = {
  south: { out: [0, 0, 1], right: [1, 0, 0], up: [0, 1, 0] },
  east: { out: [1, 0, 0], right: [0, 0, -1], up: [0, 1, 0] },
  north: { out: [0, 0, -1], right: [-1, 0, 0], up: [0, 1, 0] },
  west: { out: [-1, 0, 0], right: [0, 0, 1], up: [0, 1, 0] },
  top: { out: [0, 1, 0], right: [1, 0, 0], up: [0, 0, -1] },
};

// Kind, inset, thickness, strength of the light rim.
const forms: Record<FaceMark["kind"], [number, number, number, number]> = {
  group: [0, 0.075, 0.05, 0],
  dot: [1, 0.035, 0.1, 0.9],
  cross: [2, 0.03, 0.035, 0.9],
  fill: [3, 0.05, 0, 0],
  frame: [0, 0.03, 0.06, 0],
};

export class Tower3d {
  private readonly renderer: Renderer;
  private shown: Shown = { bricks: [], lit: new Set(), ghosts: [], marks: [] };
  private key = ""; // identifies the shown tower
  private built = ""; // of the blocks that cast shadows
  private frame = 0;
  private size = { width: 1, height: 1 };
  private falling: { key: string; start: number } | undefined;
  private turning: { start: number; from: number[]; to: number[] } | undefined;
  private now: Camera | undefined;
  private levels = LEAST_LEVELS;
  yaw = -0.5;
  pitch = 0.56;
  distance = 1;
  frames = 0; // drawn so far
  ondrawn: (() => void) | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private tones: Tones,
    private readonly plan: Plan,
  ) {
    this.renderer = new Renderer(canvas);
    canvas.addEventListener("webglcontextlost", this.onlost);
    canvas.addEventListener("webglcontextrestored", this.onrestored);
    this.lay();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.canvas.removeEventListener("webglcontextlost", this.onlost);
    this.canvas.removeEventListener("webglcontextrestored", this.onrestored);
    this.renderer.dispose();
  }

  // The browser restores a lost context if the event is prevented.
  private readonly onlost = (event: Event) => {
    event.preventDefault();
    cancelAnimationFrame(this.frame);
  };

  private readonly onrestored = () => {
    this.renderer.load();
    this.draw();
  };

  resize(width: number, height: number, ratio: number): void {
    if (!width || !height) return;
    const sharp = Math.min(ratio, 2);
    const [across, down] = [Math.round(width * sharp), Math.round(height * sharp)];
    this.size = { width, height };
    if (this.now && this.canvas.width === across && this.canvas.height === down) return;
    this.canvas.width = across;
    this.canvas.height = down;
    this.render(performance.now()); // at once: a canvas of a new size is empty
  }

  paint(tones: Tones): void {
    this.tones = tones;
    this.lay();
    this.draw();
  }

  // The same tower again costs nothing.
  show(shown: Shown, moves: boolean): void {
    const key = JSON.stringify({ ...shown, lit: [...shown.lit] });
    if (key === this.key) return;
    this.key = key;
    const known = new Set(this.shown.bricks.map(({ key }) => key));
    const fresh = shown.bricks.filter(({ key }) => !known.has(key));
    if (moves && fresh.length === 1) this.falling = { key: fresh[0]!.key, start: performance.now() };
    this.shown = shown;
    const levels = Math.max(LEAST_LEVELS, ...shown.bricks.map((brick) => brick.z + brick.tall));
    if (levels !== this.levels) this.go([this.yaw, this.pitch, this.distance, levels], moves);
    this.lay();
    this.draw();
  }

  turn(yaw: number, pitch: number, smoothly = false): void {
    this.go([yaw, Math.max(0.06, Math.min(1.5, pitch)), this.distance, this.aim[3]!], smoothly);
  }

  zoom(factor: number, smoothly = false): void {
    const [yaw, pitch, distance, levels] = this.aim as [number, number, number, number];
    this.go([yaw, pitch, Math.max(NEAREST, Math.min(FARTHEST, distance * factor)), levels], smoothly);
  }

  // The square of the plan whose column is under a point of the canvas.
  pick(x: number, y: number): { x: number; y: number } | undefined {
    const { wide, deep } = this.plan;
    const seen = this.now;
    if (!seen) return undefined;
    const ray = seen.ray((2 * x) / this.size.width - 1, 1 - (2 * y) / this.size.height);
    let best: { x: number; y: number } | undefined;
    let nearest = Infinity;
    for (let column = 0; column < wide; column++) {
      for (let row = 0; row < deep; row++) {
        const [west, north] = [column - wide / 2, deep / 2 - row - 1];
        const far = enters(seen.eye, ray, [west, -0.02, north], [west + 1, this.height(column, row), north + 1]);
        if (far === undefined || far >= nearest) continue;
        nearest = far;
        best = { x: column, y: row };
      }
    }
    return best;
  }

  // Where a point of space is on the canvas, -1 to 1 to the right and up; undefined before anything
  // was drawn.
  get seen(): Camera["seen"] | undefined {
    return this.now?.seen;
  }

  private get aim(): number[] {
    return this.turning?.to ?? [this.yaw, this.pitch, this.distance, this.levels];
  }

  // A view that is shown already, or turned to, is not drawn again.
  private go(to: number[], smoothly: boolean): void {
    if (this.now && to.every((value, i) => value === this.aim[i])) return;
    const from = [this.yaw, this.pitch, this.distance, this.levels];
    this.turning = smoothly ? { start: performance.now(), from, to } : undefined;
    if (!smoothly) [this.yaw, this.pitch, this.distance, this.levels] = to as [number, number, number, number];
    this.draw();
  }

  private height(x: number, y: number): number {
    const over = this.shown.bricks.filter(
      (brick) => x >= brick.x && x < brick.x + brick.wide && y >= brick.y && y < brick.y + brick.deep,
    );
    return Math.max(0, ...over.map((brick) => brick.z + brick.tall));
  }

  // ---------------------------------------------------------------------------------------------
  // Input of the renderer
  // ---------------------------------------------------------------------------------------------

  private lay(): void {
    const { bricks, ghosts, marks } = this.shown;
    this.layBodies(0);
    this.renderer.set("ghosts", new Float32Array(ghosts.flatMap((brick) => this.body(brick, 0, 0.62))));
    this.renderer.set("marks", new Float32Array([...this.squares(), ...marks.flatMap((mark) => this.mark(mark))]));
    const built = bricks.map(({ key }) => key).join();
    if (built === this.built) return;
    this.built = built;
    const { wide, deep } = this.plan;
    const filled = bricks.map((brick) => ({
      ...brick,
      x: brick.x - wide / 2,
      y: brick.z,
      z: deep / 2 - brick.y - brick.deep,
    }));
    const levels = Math.max(LEAST_LEVELS, ...bricks.map((brick) => brick.z + brick.tall));
    this.renderer.setVolume(volume(filled, wide, deep, levels));
  }

  private layBodies(lift: number): void {
    const { wide, deep } = this.plan;
    const plate = [
      0,
      -PLATE / 2,
      0,
      wide / 2 + RIM,
      PLATE / 2,
      deep / 2 + RIM,
      ...linear(this.tones.wood),
      1,
      0,
      3,
      0,
      0.06,
    ];
    const all = this.shown.bricks.flatMap((brick) => this.body(brick, brick.key === this.falling?.key ? lift : 0, 1));
    this.renderer.set("bodies", new Float32Array([...plate, ...all]));
  }

  private middle({ x, y, z, wide, deep, tall }: Brick): Vec {
    return [x + (wide - this.plan.wide) / 2, z + tall / 2, this.plan.deep / 2 - y - deep / 2];
  }

  private body(brick: Brick, lift: number, alpha: number): number[] {
    const tone = this.tones.blocks[brick.colour]?.face ?? this.tones.wood;
    const sizes = [brick.wide, brick.tall, brick.deep];
    const axis = sizes.indexOf(Math.max(...sizes)); // the grain runs along the block
    const seed = brick.x * 3.7 + brick.y * 5.3 + brick.z * 7.9 + axis * 2.1;
    const lit = this.shown.lit.has(brick.key) ? 1 : 0;
    const middle = add(this.middle(brick), [0, lift, 0]);
    const numbers = [...middle, ...sizes.map((size) => size / 2 - GAP), ...linear(tone), alpha, axis, seed, lit, ROUND];
    if (numbers.length !== BODY) throw new Error("body");
    return numbers;
  }

  private onFace(mark: FaceMark, tone: Tone, alpha: number, form: readonly number[]): number[] {
    const { out, right, up } = faces[mark.face];
    const centre = this.middle({ ...mark, wide: 1, deep: 1, tall: 1 } as unknown as Brick);
    const half = (way: Vec): Vec => [way[0] / 2, way[1] / 2, way[2] / 2];
    const numbers = [
      ...add(centre, out, 0.5 - GAP + (mark.z < 0 ? GAP + 0.006 : 0.006)),
      ...half(right),
      ...half(up),
      ...[...tone, alpha],
      ...mark.edges,
      ...mark.turns,
      ...form,
    ];
    if (numbers.length !== MARK) throw new Error("mark");
    return numbers;
  }

  private mark(mark: FaceMark): number[] {
    const { blocks, marks, glow } = this.tones;
    const tone = mark.kind === "group" ? blocks[mark.tone]?.sign : marks[mark.tone];
    const edges = mark.kind === "frame" ? [1, 1, 1, 1] : mark.edges;
    return this.onFace({ ...mark, edges }, tone ?? glow, mark.kind === "fill" ? 0.5 : 1, forms[mark.kind]);
  }

  // The squares of the ground, cut into the plate.
  private squares(): number[] {
    const { wide, deep } = this.plan;
    const square = { face: "top", kind: "frame", tone: "", edges: [1, 1, 1, 1], turns: [0, 0, 0, 0], z: -1 } as const;
    return Array.from({ length: wide * deep }, (_, i) => {
      const at = { ...square, edges: [1, 1, 1, 1], turns: [0, 0, 0, 0], x: i % wide, y: Math.floor(i / wide) };
      return this.onFace(at, this.tones.grain, 0.8, [0, 0.025, 0.02, 0]);
    }).flat();
  }

  // ---------------------------------------------------------------------------------------------
  // Drawing
  // ---------------------------------------------------------------------------------------------

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.render(now));
  }

  private render(now: number): void {
    if (this.renderer.lost) return;
    const busy = this.advance(now);
    const { wide, deep } = this.plan;
    const ground: [number, number] = [wide / 2 + RIM, deep / 2 + RIM];
    const sight = { yaw: this.yaw, pitch: this.pitch, distance: this.distance, levels: this.levels };
    const seen = camera(sight, Math.hypot(...ground) + 0.1, this.size.width / this.size.height);
    this.now = seen;
    const sun = this.fromBeholder(-0.7, 0.95);
    const middle: Vec = [0, this.levels / 2, 0];
    // including the shadow on the table
    const reach = Math.hypot(...ground, this.levels / 2 + 0.5) + 2;
    const sunView = times(orthographic(reach, 0.1, reach * 2 + 0.2), look(add(middle, sun, reach + 0.1), middle));
    const { tones } = this;
    this.renderer.draw({
      view: seen.view,
      eye: seen.eye,
      sun,
      side: this.fromBeholder(0.95, 0.2),
      sunView,
      mood: tones.dark ? [1.05, 0.56, 0.26, 1] : [1.12, 0.62, 0.28, 0.75],
      glow: linear(tones.glow),
      paper: tones.paper,
      ground,
      table: -PLATE,
    });
    this.frames++;
    this.ondrawn?.();
    if (busy) this.draw();
  }

  // The light stays at the upper right of the viewer while the tower turns.
  private fromBeholder(right: number, up: number): Vec {
    const yaw = this.yaw + right;
    return unit([Math.sin(yaw) * Math.cos(up), Math.sin(up), Math.cos(yaw) * Math.cos(up)]);
  }

  // Advances falling and turning; returns whether anything still moves.
  private advance(now: number): boolean {
    const ease = (start: number) => 1 - (1 - Math.max(0, Math.min(1, (now - start) / TIME))) ** 3;
    if (this.falling) {
      const part = ease(this.falling.start);
      this.layBodies((1 - part) * 1.2);
      if (part === 1) this.falling = undefined;
    }
    if (this.turning) {
      const { from, to, start } = this.turning;
      const part = ease(start);
      const at = to.map((end, i) => from[i]! + (end - from[i]!) * part);
      [this.yaw, this.pitch, this.distance, this.levels] = at as [number, number, number, number];
      if (part === 1) this.turning = undefined;
    }
    return this.falling !== undefined || this.turning !== undefined;
  }
}
