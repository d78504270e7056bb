// SPDX-License-Identifier: MIT
// Every attribute is also a property, because frameworks set a property if there is one. Properties
// take JavaScript values (numbers, lists, booleans); null and undefined remove the attribute.

interface Kind {
  read(attribute: string | null): unknown;
  write(value: unknown): string;
}

const text: Kind = {
  read: (attribute) => attribute,
  write: (value) => (Array.isArray(value) ? value.join(" ") : String(value)),
};

const number: Kind = { read: (attribute) => (attribute === null ? null : Number(attribute)), write: String };

const pairs: Kind = {
  read: text.read,
  write: (value) =>
    typeof value === "object"
      ? Object.entries(value!)
          .map((pair) => pair.join("="))
          .join()
      : `${value}`,
};

const json: Kind = {
  read: text.read,
  write: (value) => (typeof value === "object" ? JSON.stringify(value) : `${value}`),
};

// "off" is false; a missing attribute is what `read` makes of null.
const writeSwitch = (value: unknown) => (value === false ? "off" : value === true ? "" : `${value}`);
const flipped: Kind = { read: (attribute) => (attribute === null ? null : attribute !== "off"), write: writeSwitch };
const shown: Kind = { read: (attribute) => attribute !== "off", write: writeSwitch };

export const kinds: Record<string, Kind> = {
  game: text,
  options: pairs,
  position: text,
  actions: text,
  seed: text,
  record: json,
  link: text,
  puzzle: text,
  level: text,
  seat: number,
  ply: number,
  theme: text,
  coordinates: shown,
  flipped,
  base: text,
};

export function addProperties(prototype: HTMLElement): void {
  for (const [name, { read, write }] of Object.entries(kinds))
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: HTMLElement) {
        return read(this.getAttribute(name));
      },
      set(this: HTMLElement, value: unknown) {
        if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, write(value));
      },
    });
}

// Properties set before the element was defined hide the accessors: apply and delete them.
export function takeProperties(element: HTMLElement & Record<string, unknown>): void {
  for (const name of Object.keys(kinds)) {
    if (!Object.hasOwn(element, name)) continue;
    const value = element[name];
    delete element[name];
    element[name] = value;
  }
}
