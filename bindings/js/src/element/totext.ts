// SPDX-License-Identifier: MIT
// The runtime of compiled components that write text: the functions of "svelte/internal/server"
// that the boards use. With it the page's components draw a board without the rest of Svelte
// (bindings/js/element.mjs); a component that needs another function does not build.

export interface Renderer {
  text: string;
  push(text: string): void;
  component(write: (renderer: Renderer) => void): void;
}

let ids = 0;

function renderer(): Renderer {
  return {
    text: "",
    push(text) {
      this.text += text;
    },
    component(write) {
      write(this);
    },
  };
}

export type Component<Props> = (renderer: Renderer, props: Props) => void;

export function draw<Props>(component: Component<Props>, props: Props): string {
  const to = renderer();
  component(to, props);
  return to.text;
}

export function derived<T>(compute: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

export const props_id = (): string => `abax${ids++}`;

export const stringify = (value: unknown): string => String(value ?? "");

const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", '"': "&quot;" };
export const escape = (value: unknown): string => stringify(value).replace(/[&<"]/g, (sign) => signs[sign]!);

export function attr(name: string, value: unknown, flag = false): string {
  if (value === undefined || value === null || (flag && !value)) return "";
  return ` ${name}="${flag ? "" : escape(value)}"`;
}

export function attr_class(value: unknown, _hash?: string, switches: Record<string, unknown> = {}): string {
  const names = [stringify(value), ...Object.keys(switches).filter((name) => switches[name])].filter(Boolean).join(" ");
  return names ? attr("class", names) : "";
}

export const clsx = (value: unknown): string => stringify(value || "");

export const ensure_array_like = <T>(list: ArrayLike<T> | Iterable<T>): ArrayLike<T> =>
  "length" in list ? list : [...list];
