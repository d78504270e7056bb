// SPDX-License-Identifier: MIT
// Keeps objects whose content has not changed, so that nothing that depends on them is computed or
// drawn again: each answer of the engine is parsed into new objects.

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));

// `next` with those parts of `last` that are equal to its own; `last` itself if all are.
export function share<T>(last: unknown, next: T): T {
  if (last === next || !isPlain(last) || !isPlain(next) || Array.isArray(last) !== Array.isArray(next)) return next;
  const keys = Object.keys(next);
  const shared: Record<string, unknown> = Array.isArray(next) ? ([] as never) : {};
  let same = keys.length === Object.keys(last).length;
  for (const key of keys) {
    shared[key] = share(last[key], next[key]);
    same &&= shared[key] === last[key] && Object.hasOwn(last, key);
  }
  return (same ? last : shared) as T;
}

// A function for $derived.by whose result keeps its identity while it is equal.
export function stable<T>(compute: () => T): () => T {
  let last: T;
  return () => (last = share(last, compute()));
}
