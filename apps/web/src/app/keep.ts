// SPDX-License-Identifier: MIT
// Values that survive a reload. If storage is full or forbidden they live until the page is closed,
// and callers that store something important are notified.

const PREFIX = "abax.";
const held = new Map<string, string>(); // values that storage refused

// False when it will not survive a reload.
export function keep(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    held.delete(key);
    return true;
  } catch {
    held.set(key, text);
    return false;
  }
}

// The text as it is stored, sound or not.
export function keptText(key: string): string | undefined {
  try {
    return held.get(key) ?? localStorage.getItem(PREFIX + key) ?? undefined;
  } catch {
    return held.get(key);
  }
}

export function kept<T>(key: string): T | undefined {
  try {
    const text = keptText(key);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

// All keys that begin so.
export function keptKeys(beginning: string): string[] {
  const keys = new Set(held.keys());
  try {
    for (let i = 0; i < localStorage.length; i++) keys.add((localStorage.key(i) ?? "").slice(PREFIX.length));
  } catch {
    // A private window has none.
  }
  return [...keys].filter((key) => key.startsWith(beginning));
}

export function forget(key: string): void {
  held.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // See above.
  }
}
