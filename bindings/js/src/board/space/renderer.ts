// SPDX-License-Identifier: MIT
// Bodies, shadows and marks by WebGL 2. It knows boxes and squares, not towers; its GPU resources
// are created again after the context was lost.
import { roundedBox } from "./box";
import type { Matrix, Vec } from "./matrix";
import type { Volume } from "./shade";
import * as shaders from "./shaders";
import { wood, WOOD_SIZE } from "./wood";

export interface Frame {
  view: Matrix;
  eye: Vec;
  sun: Vec;
  side: Vec; // a second, weaker light without shadows
  sunView: Matrix;
  // strength of sun, sky, second light, and shadow on the table
  mood: [number, number, number, number];
  glow: Vec;
  paper: Vec;
  ground: [number, number]; // half the plate, in squares
  table: number; // how high the table is
}

// Lists of numbers, an instance after the other.
export const BODY = 14; // middle 3, halves 3, tone 4, axis of the grain, seed, lit, radius
// middle 3, right 3, up 3, tone 4, edges 4, corners 4, kind, inset, thickness, rim
export const MARK = 25;

interface Batch {
  array: WebGLVertexArrayObject;
  instances: WebGLBuffer;
  count: number;
}

const SHADOW = 1024;
const TABLE = 9;

type Name = "depth" | "body" | "table" | "mark";

export class Renderer {
  private readonly gl: WebGL2RenderingContext;
  private programs!: Record<Name, WebGLProgram>;
  private places = new Map<string, WebGLUniformLocation | null>();
  private bodies!: Batch;
  private ghosts!: Batch;
  private marks!: Batch;
  private square!: WebGLVertexArrayObject;
  private shadows!: { texture: WebGLTexture; target: WebGLFramebuffer };
  private about!: WebGLTexture;
  private vertices = 0;
  private volume: Volume | undefined;
  private lists: Record<"bodies" | "ghosts" | "marks", Float32Array> = {
    bodies: new Float32Array(),
    ghosts: new Float32Array(),
    marks: new Float32Array(),
  };

  constructor(private readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext("webgl2", { antialias: true, alpha: true });
    if (!gl) throw new Error("no WebGL");
    this.gl = gl;
    this.load();
  }

  // Everything on the graphics processor.
  load(): void {
    const { gl } = this;
    this.places.clear();
    this.programs = {
      depth: this.program(shaders.depthVertex, shaders.depthFragment),
      body: this.program(shaders.bodyVertex, shaders.bodyFragment),
      table: this.program(shaders.tableVertex, shaders.tableFragment),
      mark: this.program(shaders.markVertex, shaders.markFragment),
    };
    const box = this.buffer(roundedBox());
    this.vertices = roundedBox().length / 6;
    const square = this.buffer(new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]));
    const body = [3, 3, 4, 4];
    this.bodies = this.batch(box, [3, 3], body);
    this.ghosts = this.batch(box, [3, 3], body);
    this.marks = this.batch(square, [2], [3, 3, 3, 4, 4, 4, 4]);
    this.square = this.batch(square, [2], []).array;
    this.woodTexture();
    this.shadows = this.shadowTarget();
    this.about = gl.createTexture();
    if (this.volume) this.setVolume(this.volume);
    for (const name of ["bodies", "ghosts", "marks"] as const) this.set(name, this.lists[name]);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  dispose(): void {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  get lost(): boolean {
    return this.gl.isContextLost();
  }

  set(name: "bodies" | "ghosts" | "marks", list: Float32Array): void {
    const { gl } = this;
    this.lists[name] = list;
    this[name].count = list.length / (name === "marks" ? MARK : BODY);
    gl.bindBuffer(gl.ARRAY_BUFFER, this[name].instances);
    gl.bufferData(gl.ARRAY_BUFFER, list, gl.DYNAMIC_DRAW);
  }

  setVolume(volume: Volume): void {
    const { gl } = this;
    this.volume = volume;
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_3D, this.about);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, ...volume.size, 0, gl.RED, gl.UNSIGNED_BYTE, volume.points);
    for (const [which, how] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_R, gl.CLAMP_TO_EDGE],
    ] as const)
      gl.texParameteri(gl.TEXTURE_3D, which, how);
  }

  draw(frame: Frame): void {
    const { gl } = this;
    this.drawShadows(frame);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    this.drawTable(frame);
    this.drawBodies(frame, this.bodies);
    this.drawMarks(frame);
    gl.enable(gl.BLEND);
    this.drawBodies(frame, this.ghosts);
    gl.disable(gl.BLEND);
  }

  private drawShadows(frame: Frame): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.shadows.target);
    gl.viewport(0, 0, SHADOW, SHADOW);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    this.use("depth");
    this.matrix("depth", "sunView", frame.sunView);
    gl.bindVertexArray(this.bodies.array);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.vertices, this.bodies.count);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  private light(name: Name, frame: Frame): void {
    const { gl } = this;
    const at = (uniform: string) => this.place(name, uniform);
    this.matrix(name, "view", frame.view);
    this.matrix(name, "sunView", frame.sunView);
    gl.uniform3fv(at("sun"), frame.sun);
    gl.uniform3fv(at("side"), frame.side);
    gl.uniform3fv(at("low"), this.volume?.low ?? [0, 0, 0]);
    gl.uniform3fv(at("span"), this.volume?.span ?? [1, 1, 1]);
    gl.uniform4fv(at("mood"), frame.mood);
    gl.uniform1i(at("wood"), 0);
    gl.uniform1i(at("shadows"), 1);
    gl.uniform1i(at("about"), 2);
  }

  private drawTable(frame: Frame): void {
    const { gl } = this;
    this.use("table");
    this.light("table", frame);
    gl.uniform2f(this.place("table", "reach"), TABLE, frame.table);
    gl.uniform2fv(this.place("table", "ground"), frame.ground);
    gl.bindVertexArray(this.square);
    this.overlay(() => gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4));
  }

  private drawBodies(frame: Frame, batch: Batch): void {
    const { gl } = this;
    this.use("body");
    this.light("body", frame);
    gl.uniform3fv(this.place("body", "eye"), frame.eye);
    gl.uniform3fv(this.place("body", "glow"), frame.glow);
    gl.bindVertexArray(batch.array);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, this.vertices, batch.count);
  }

  private drawMarks(frame: Frame): void {
    const { gl } = this;
    this.use("mark");
    this.matrix("mark", "view", frame.view);
    gl.uniform3fv(this.place("mark", "paper"), frame.paper);
    gl.bindVertexArray(this.marks.array);
    this.overlay(() => gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.marks.count));
  }

  // Surfaces on something else write no depth, and both of their sides are equal.
  private overlay(draw: () => void): void {
    const { gl } = this;
    gl.enable(gl.BLEND);
    gl.disable(gl.CULL_FACE);
    gl.depthMask(false);
    draw();
    gl.depthMask(true);
    gl.enable(gl.CULL_FACE);
    gl.disable(gl.BLEND);
  }

  private use(name: Name): void {
    this.gl.useProgram(this.programs[name]);
  }

  private place(name: Name, uniform: string): WebGLUniformLocation | null {
    const key = `${name} ${uniform}`;
    if (!this.places.has(key)) this.places.set(key, this.gl.getUniformLocation(this.programs[name], uniform));
    return this.places.get(key)!;
  }

  private matrix(name: Name, uniform: string, value: Matrix): void {
    this.gl.uniformMatrix4fv(this.place(name, uniform), false, value);
  }

  private program(vertex: string, fragment: string): WebGLProgram {
    const { gl } = this;
    const program = gl.createProgram();
    for (const [kind, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(kind)!;
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
        throw new Error(gl.getShaderInfoLog(shader) ?? "shader");
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(gl.getProgramInfoLog(program) ?? "program");
    return program;
  }

  private buffer(data: Float32Array): WebGLBuffer {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    return buffer;
  }

  // A mesh and its instances: how many numbers each attribute has.
  private batch(mesh: WebGLBuffer, own: number[], each: number[]): Batch {
    const { gl } = this;
    const array = gl.createVertexArray();
    const instances = gl.createBuffer();
    gl.bindVertexArray(array);
    let location = 0;
    for (const [buffer, sizes, divisor] of [
      [mesh, own, 0],
      [instances, each, 1],
    ] as const) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      const stride = 4 * sizes.reduce((sum, size) => sum + size, 0);
      let offset = 0;
      for (const size of sizes) {
        gl.enableVertexAttribArray(location);
        gl.vertexAttribPointer(location, size, gl.FLOAT, false, stride, offset);
        gl.vertexAttribDivisor(location++, divisor);
        offset += 4 * size;
      }
    }
    gl.bindVertexArray(null);
    return { array, instances, count: 0 };
  }

  private woodTexture(): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, WOOD_SIZE, WOOD_SIZE, 0, gl.RGBA, gl.UNSIGNED_BYTE, wood());
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.MIRRORED_REPEAT);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.MIRRORED_REPEAT);
    const sharper = gl.getExtension("EXT_texture_filter_anisotropic");
    if (sharper) gl.texParameteri(gl.TEXTURE_2D, sharper.TEXTURE_MAX_ANISOTROPY_EXT, 4);
  }

  private shadowTarget(): { texture: WebGLTexture; target: WebGLFramebuffer } {
    const { gl } = this;
    const texture = gl.createTexture();
    const target = gl.createFramebuffer();
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOW, SHADOW);
    for (const [which, how] of [
      [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE],
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ] as const)
      gl.texParameteri(gl.TEXTURE_2D, which, how);
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, texture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return { texture, target };
  }
}
