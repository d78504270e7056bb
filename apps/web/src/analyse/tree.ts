// SPDX-License-Identifier: MIT
// A game with its variations. The first child of a moment goes on with the main line; the others
// are variations.

export interface Moment {
  action: string; // empty at the start
  seat: number; // who played it
  parent: Moment | undefined;
  children: Moment[];
  id?: number; // on a server
}

// A tree as plain data: an action and what may follow it.
export type Plain = [action: string, seat: number, children: Plain[]];

export function newTree(): Moment {
  return { action: "", seat: -1, parent: undefined, children: [] };
}

// The moment after an action, found or added.
export function follow(at: Moment, action: string, seat: number): Moment {
  const found = at.children.find((child) => child.action === action);
  if (found) return found;
  const child: Moment = { action, seat, parent: at, children: [] };
  at.children.push(child);
  return child;
}

export function pathTo(at: Moment): Moment[] {
  const path: Moment[] = [];
  for (let moment: Moment | undefined = at; moment?.parent; moment = moment.parent) path.unshift(moment);
  return path;
}

export function actionsTo(at: Moment): string[] {
  return pathTo(at).map((moment) => moment.action);
}

export function rootOf(at: Moment): Moment {
  let root = at;
  while (root.parent) root = root.parent;
  return root;
}

export function endOf(at: Moment): Moment {
  let end = at;
  while (end.children[0]) end = end.children[0];
  return end;
}

// The same moment of the branch beside this one: the next or previous sibling, or that of the
// nearest fork above.
export function branch(at: Moment, step: 1 | -1): Moment {
  for (let moment: Moment = at; moment.parent; moment = moment.parent) {
    const siblings = moment.parent.children;
    if (siblings.length < 2) continue;
    const index = siblings.indexOf(moment) + step;
    return siblings[index] ?? at;
  }
  return at;
}

// Makes the line that leads here the main line.
export function promote(at: Moment): void {
  for (let moment: Moment = at; moment.parent; moment = moment.parent) {
    const siblings = moment.parent.children;
    siblings.splice(siblings.indexOf(moment), 1);
    siblings.unshift(moment);
  }
}

// Cuts a moment and all that follows it off; answers where that leaves one.
export function cut(at: Moment): Moment {
  if (!at.parent) {
    at.children = [];
    return at;
  }
  at.parent.children = at.parent.children.filter((child) => child !== at);
  return at.parent;
}

export function toPlain(at: Moment): Plain {
  return [at.action, at.seat, at.children.map(toPlain)];
}

export function fromPlain([action, seat, children]: Plain, parent?: Moment): Moment {
  const moment: Moment = { action, seat, parent, children: [] };
  moment.children = children.map((child) => fromPlain(child, moment));
  return moment;
}

// The tree as text to be read: runs of actions, and variations in between.
export type Run = { moments: Moment[]; variations: Run[][] };

export function runsOf(from: Moment): Run[] {
  const runs: Run[] = [];
  let run: Run = { moments: [], variations: [] };
  for (let at: Moment | undefined = from; at?.children[0]; at = at.children[0]) {
    const [main, ...others] = at.children;
    run.moments.push(main!);
    if (others.length === 0) continue;
    run.variations = others.map((other) => {
      const below = runsOf(other);
      const first = below[0] ?? { moments: [], variations: [] };
      return [{ moments: [other, ...first.moments], variations: first.variations }, ...below.slice(1)];
    });
    runs.push(run);
    run = { moments: [], variations: [] };
  }
  if (run.moments.length) runs.push(run);
  return runs;
}
