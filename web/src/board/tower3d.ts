// SPDX-License-Identifier: MIT
// A tower in space, drawn when something has changed. This file is loaded only where a tower is shown, for it brings
// three.js with it.
import {
  AmbientLight,
  BoxGeometry,
  CanvasTexture,
  Color,
  DirectionalLight,
  DoubleSide,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene as Space,
  SRGBColorSpace,
  WebGLRenderer,
} from "three";
import type { Brick } from "./bricks";

export interface Tones {
  blocks: Record<string, { face: string; line: string }>; // by colour
  wood: string;
  ink: string;
}

// The ground, in squares, and where the names of columns and rows stand.
export interface Plan {
  wide: number;
  deep: number;
  columns: { text: string; at: number }[];
  rows: { text: string; at: number }[];
}

const GAP = 0.02;
const FALL = 220; // milliseconds a new block takes to land
const NEAREST = 0.65;
const FARTHEST = 1.7;

export class Tower3d {
  private readonly renderer: WebGLRenderer;
  private readonly space = new Space();
  private readonly camera = new PerspectiveCamera(32, 1, 0.1, 100);
  private readonly blocks = new Group();
  private readonly table = new Group();
  private readonly known = new Map<string, Group>();
  private levels = 3;
  private frame = 0;
  private falling: { group: Group; start: number; to: number } | undefined;
  private turning: { start: number; from: [number, number]; to: [number, number] } | undefined;
  yaw = -0.55;
  pitch = 0.5;
  distance = 1;

  constructor(
    canvas: HTMLCanvasElement,
    private tones: Tones,
    private readonly plan: Plan,
  ) {
    this.renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true });
    this.renderer.outputColorSpace = SRGBColorSpace;
    const sun = new DirectionalLight(0xfff4e0, 2.3);
    sun.position.set(-3, 5, 4); // upper left of whoever looks
    this.camera.add(sun);
    this.space.add(new AmbientLight(0xffffff, 1.25), this.camera, this.blocks, this.table);
    this.layTable();
  }

  dispose(): void {
    cancelAnimationFrame(this.frame);
    this.renderer.dispose();
  }

  resize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(Math.min(ratio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  paint(tones: Tones): void {
    this.tones = tones;
    this.blocks.clear();
    this.table.clear();
    const bricks = [...this.known.values()].map((group) => group.userData.brick as Brick);
    this.known.clear();
    this.layTable();
    this.show(bricks, false);
  }

  show(bricks: Brick[], moves: boolean): void {
    const wanted = new Map(bricks.map((brick) => [brick.key, brick]));
    for (const [key, group] of this.known) {
      if (wanted.has(key)) continue;
      this.blocks.remove(group);
      this.known.delete(key);
    }
    const fresh = bricks.filter((brick) => !this.known.has(brick.key));
    for (const brick of fresh) {
      const group = this.block(brick);
      this.known.set(brick.key, group);
      this.blocks.add(group);
      if (moves && fresh.length === 1) this.falling = { group, start: performance.now(), to: group.position.y };
    }
    this.levels = Math.max(3, ...bricks.map((brick) => brick.z + brick.tall));
    this.draw();
  }

  turn(yaw: number, pitch: number, smoothly = false): void {
    const to: [number, number] = [yaw, Math.max(0.06, Math.min(1.45, pitch))];
    if (smoothly) this.turning = { start: performance.now(), from: [this.yaw, this.pitch], to };
    else [this.yaw, this.pitch] = to;
    this.draw();
  }

  zoom(factor: number): void {
    this.distance = Math.max(NEAREST, Math.min(FARTHEST, this.distance * factor));
    this.draw();
  }

  private block(brick: Brick): Group {
    const tones = this.tones.blocks[brick.colour] ?? { face: this.tones.wood, line: this.tones.ink };
    const geometry = new BoxGeometry(brick.wide - GAP, brick.tall - GAP, brick.deep - GAP);
    const body = new Mesh(geometry, new MeshLambertMaterial({ color: new Color(tones.face) }));
    const line = new LineBasicMaterial({ color: new Color(tones.line) });
    const group = new Group();
    group.add(body, new LineSegments(new EdgesGeometry(geometry), line));
    // Columns run east, rows run north; the middle of the plan is the middle of space.
    const { wide, deep } = this.plan;
    group.position.set(
      brick.x + (brick.wide - wide) / 2,
      brick.z + brick.tall / 2,
      deep / 2 - (brick.y + brick.deep / 2),
    );
    group.userData.brick = brick;
    return group;
  }

  private layTable(): void {
    const { wide, deep, columns, rows } = this.plan;
    const slab = new BoxGeometry(wide + 1, 0.25, deep + 1);
    const mesh = new Mesh(slab, new MeshLambertMaterial({ color: new Color(this.tones.wood) }));
    mesh.position.y = -0.125 - GAP;
    this.table.add(mesh);
    for (const { text, at } of columns) this.letter(text, at - wide / 2, deep / 2 + 0.25);
    for (const { text, at } of rows) this.letter(text, -wide / 2 - 0.25, deep / 2 - at);
  }

  private letter(text: string, x: number, z: number): void {
    const picture = document.createElement("canvas");
    picture.width = picture.height = 64;
    const pen = picture.getContext("2d");
    if (!pen) return;
    pen.font = "600 44px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = this.tones.ink;
    pen.fillText(text, 32, 34);
    const material = new MeshBasicMaterial({ map: new CanvasTexture(picture), transparent: true, side: DoubleSide });
    const plane = new Mesh(new PlaneGeometry(0.4, 0.4), material);
    plane.rotation.x = -Math.PI / 2;
    plane.position.set(x, 0.001, z);
    this.table.add(plane);
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.render(now));
  }

  private render(now: number): void {
    const busy = this.advance(now);
    const middle = this.levels / 2 - 0.2;
    const ground = 0.6 + Math.max(this.plan.wide, this.plan.deep);
    const radius = (ground + this.levels * 0.95) * 1.75 * this.distance;
    const flat = Math.cos(this.pitch) * radius;
    this.camera.position.set(
      Math.sin(this.yaw) * flat,
      middle + Math.sin(this.pitch) * radius,
      Math.cos(this.yaw) * flat,
    );
    this.camera.lookAt(0, middle, 0);
    this.renderer.render(this.space, this.camera);
    if (busy) this.draw();
  }

  // Moves on what is falling or turning; whether anything still is.
  private advance(now: number): boolean {
    const ease = (start: number) => {
      const part = Math.max(0, Math.min(1, (now - start) / FALL));
      return 1 - (1 - part) ** 3;
    };
    if (this.falling) {
      const part = ease(this.falling.start);
      this.falling.group.position.y = this.falling.to + (1 - part) * 1.2;
      if (part === 1) this.falling = undefined;
    }
    if (this.turning) {
      const { from, to, start } = this.turning;
      const part = ease(start);
      this.yaw = from[0] + (to[0] - from[0]) * part;
      this.pitch = from[1] + (to[1] - from[1]) * part;
      if (part === 1) this.turning = undefined;
    }
    return this.falling !== undefined || this.turning !== undefined;
  }
}
