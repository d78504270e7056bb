// SPDX-License-Identifier: MIT
// A study on the server: the server's tree, a session at one of its moves, and this user's changes.
// The tree holds stored changes only. A change that was refused or may be lost is shown until it is
// sent again, dropped, or found in the tree.
import type { Engine } from "abax/engine/engine";
import type { Said } from "abax/engine/state";
import { Analysis } from "../analyse/analysis.svelte";
import * as tree from "../analyse/tree";
import type { Game } from "../app/games";
import { usualOptions } from "../play/setup";
import { account, guestName } from "../online/account.svelte";
import { Broken, client, Refused, type Request } from "../online/client.svelte";
import type {
  GoneMessage,
  NotedMessage,
  StudyingMessage,
  StudyMark,
  StudyMessage,
  StudyNode,
  StudyPerson,
  StudyRemark,
  WholeStudy,
} from "../online/messages";
import { emptyStudy } from "../review/study";
import { treeToJson } from "../share/record";
import { holdStudy, studyKey, takeWaiting } from "./held";

// A change that was not answered.
export interface Unsent {
  request: Request & { do: string };
  text: string; // for people
}

const STAND_PAUSE = 250; // milliseconds between two reports of the current move
const LINE = 64; // actions that are sent at once
// between two lines of a tree that is handed over: the server takes ten messages a second
const UPLOAD_PAUSE = 130;

export function optionsOf(text: string): Record<string, string> {
  if (text === "-") return {};
  return Object.fromEntries(text.split(",").map((pair) => pair.split("=") as [string, string]));
}

export class SharedStudy extends Analysis {
  readonly id: string;
  title = $state("");
  owner = $state("");
  edits = $state(false);
  here = $state(1);
  me = $state(0);
  people: StudyPerson[] = $state.raw([]);
  remarks: StudyRemark[] = $state.raw([]);
  marks: StudyMark[] = $state.raw([]);
  gone = $state(false);
  sending = $state("");
  unsent: Unsent[] = $state.raw([]);
  refusal = $state.raw<Said>(); // the server does not let one look
  following = $state<number>(); // a person
  private number: number;
  private moments = new Map<number, tree.Moment>();
  private standing: ReturnType<typeof setTimeout> | undefined;
  private readonly stop: () => void;

  constructor(engine: Engine, game: Game, whole: WholeStudy) {
    super(engine, game, emptyStudy(game.name, { ...usualOptions(game), ...optionsOf(whole.options) }, whole.start));
    this.id = whole.study;
    this.number = whole.number;
    this.take(whole);
    this.go("last");
    this.stop = client().followStudy(this.id, {
      request: () => this.join(),
      hear: (message) => this.heard(message),
      refuse: (said) => (this.refusal = said),
    });
  }

  override leave(): void {
    this.stop();
    clearTimeout(this.standing);
    super.leave();
  }

  readonly key = $derived.by(() => (void this.edits, studyKey(this.id)));

  readonly said = $derived(this.remarks.filter((remark) => remark.at === this.at.id));

  // -------------------------------------------------------------------------------------------
  // Messages of the server
  // -------------------------------------------------------------------------------------------

  private join(): Request {
    const [login, key] = [account(), studyKey(this.id)];
    return {
      do: "study",
      since: this.number,
      ...(key ? { key } : {}),
      ...(login ? { token: login.token } : guestName() ? { name: guestName() } : {}),
    };
  }

  // Takes over the whole tree; the current move stays, or its nearest ancestor that exists.
  private take({
    nodes,
    remarks,
    marks,
    title,
    owner,
  }: Pick<WholeStudy, "nodes" | "remarks" | "marks" | "title" | "owner">) {
    const path = tree.pathTo(this.at).map(({ id }) => id ?? 0);
    this.moments = new Map([[0, { ...tree.newTree(), id: 0 }]]);
    for (const node of nodes) this.grow(node);
    this.remarks = remarks;
    this.marks = marks;
    this.title = title;
    this.owner = owner;
    this.standAt(this.moments.get(path.filter((id) => this.moments.has(id)).at(-1) ?? 0)!);
  }

  private grow({ id, parent, action, seat }: StudyNode): void {
    const above = this.moments.get(parent);
    if (!above) return;
    const moment: tree.Moment = { action, seat, parent: above, children: [], id };
    above.children.push(moment);
    this.moments.set(id, moment);
  }

  private heard(message: StudyMessage | NotedMessage | StudyingMessage | GoneMessage): void {
    switch (message.type) {
      case "study":
        this.opened(message);
        break;
      case "noted":
        this.noted(message);
        break;
      case "studying":
        this.here = message.here;
        this.people = message.people;
        this.follow();
        break;
      case "gone":
        this.gone = true;
        break;
    }
  }

  private opened(message: StudyMessage): void {
    this.number = message.number;
    this.edits = message.edits;
    this.me = message.me;
    this.here = message.here;
    this.refusal = undefined;
    const { nodes, remarks, marks } = message;
    if (nodes && remarks && marks) this.take({ ...message, nodes, remarks, marks });
    this.unsent = this.unsent.filter((edit) => !this.isThere(edit.request));
    holdStudy(this.id, { title: this.title, game: this.game.name });
    this.stand();
    if (this.edits) void this.handOver(takeWaiting(this.id));
  }

  private noted(message: NotedMessage): void {
    if (message.number <= this.number) return;
    if (message.number > this.number + 1) {
      client().openStudy(); // something was missed
      return;
    }
    this.number = message.number;
    message.nodes?.forEach((node) => this.grow(node));
    const { remark, unsaid, mark, unmarked, title, leads, dropped } = message;
    const changed = remark?.id ?? unsaid;
    if (changed !== undefined) this.remarks = this.remarks.filter(({ id }) => id !== changed);
    if (remark) this.remarks = [...this.remarks, remark].sort((a, b) => a.id - b.id);
    const line = mark ?? unmarked;
    if (line) this.marks = this.marks.filter((other) => !same(other, line));
    if (mark) this.marks = [...this.marks, mark];
    if (title !== undefined) this.title = title;
    const first = leads === undefined ? undefined : this.moments.get(leads);
    if (first) tree.promote(first);
    if (dropped !== undefined) this.prune(dropped);
    this.version++;
  }

  private prune(node: number): void {
    const moment = this.moments.get(node);
    if (!moment?.parent) return;
    const gone = new Set<number>();
    const walk = (at: tree.Moment): void => {
      gone.add(at.id!);
      this.moments.delete(at.id!);
      at.children.forEach(walk);
    };
    walk(moment);
    const here = gone.has(this.at.id!);
    const parent = tree.cut(moment);
    this.remarks = this.remarks.filter(({ at }) => !gone.has(at));
    this.marks = this.marks.filter(({ at }) => !gone.has(at));
    if (here) this.standAt(parent);
    this.stand();
  }

  // -------------------------------------------------------------------------------------------
  // The current move
  // -------------------------------------------------------------------------------------------

  override goTo(moment: tree.Moment): void {
    if (this.sending) return;
    this.following = undefined;
    super.goTo(moment);
    this.stand();
  }

  // Follows a person.
  watch(person: number | undefined): void {
    this.following = person;
    this.follow();
  }

  whereIs(person: StudyPerson): tree.Moment | undefined {
    return this.moments.get(person.at);
  }

  private follow(): void {
    if (this.following === undefined || this.sending) return;
    const person = this.people.find(({ id }) => id === this.following);
    const moment = person && this.whereIs(person);
    if (!person) this.following = undefined;
    if (!moment || moment === this.at) return;
    super.goTo(moment);
    this.stand();
  }

  private stand(): void {
    clearTimeout(this.standing);
    this.standing = setTimeout(() => {
      client()
        .say({ do: "stand", study: this.id, at: this.at.id })
        .catch(() => {}); // sent again on the next connection
    }, STAND_PAUSE);
  }

  // -------------------------------------------------------------------------------------------
  // Changes
  // -------------------------------------------------------------------------------------------

  override readonly mayAct = $derived.by(() => this.edits && !this.gone && !this.table.state.over);

  override play(action: string): boolean {
    if (!this.edits || this.sending) return false;
    const known = this.at.children.find((child) => child.action === action);
    if (known) {
      this.goTo(known);
      return true;
    }
    if (!this.table.enter(action)) return false;
    void this.add(action);
    return true;
  }

  private async add(action: string): Promise<void> {
    const from = this.at;
    this.sending = action;
    const node = await this.send({ do: "add", at: from.id, actions: action }, action);
    if (this.left) return;
    this.sending = "";
    const moment = node === undefined ? undefined : this.moments.get(node);
    if (moment) this.goTo(moment);
    else if (this.at === from) {
      const { notice } = this.table;
      this.standAt(from);
      this.table.notice = notice;
    }
  }

  override promote(): void {
    void this.send({ do: "lead", at: this.at.id }, this.at.action);
  }

  override cut(): void {
    void this.send({ do: "drop", at: this.at.id }, this.at.action);
  }

  // Whether it was taken.
  async say(text: string, remark?: StudyRemark): Promise<boolean> {
    const words = text.replace(/\s+/g, " ").trim();
    if (!words && !remark) return true;
    const at = remark?.at ?? this.at.id;
    const request = { do: "say", at, text: words, ...(remark ? { remark: remark.id } : {}) };
    return (await this.send(request, words)) !== undefined;
  }

  draw(from: string, to: string): void {
    if (!this.edits || !from || !to) return;
    const mark = { at: this.at.id!, from, to };
    const on = !this.marks.some((other) => same(other, mark));
    void this.send({ do: "draw", ...mark, on }, from === to ? from : `${from}–${to}`);
  }

  rename(title: string): void {
    if (title !== this.title) void this.send({ do: "title", title }, title);
  }

  // Sends a change that was not taken once more.
  again(edit: Unsent): void {
    this.giveUp(edit);
    void this.send(edit.request, edit.text);
  }

  giveUp(edit: Unsent): void {
    this.unsent = this.unsent.filter((other) => other !== edit);
  }

  // The new node; undefined if the change was refused, which is shown.
  private async send(request: Request, text: string): Promise<number | undefined> {
    this.table.notice = undefined;
    try {
      return (await client().say({ ...request, study: this.id })).at ?? 0;
    } catch (error) {
      if (error instanceof Refused) this.table.notice = { rule: "", sentence: error.said };
      else if (error instanceof Broken) this.unsent = [...this.unsent, { request, text }];
      else throw error;
      return undefined;
    }
  }

  // Whether a change is in the tree: stored before the connection broke, or made by another person.
  private isThere(request: Request): boolean {
    const node = this.moments.get(Number(request["at"]));
    switch (request.do) {
      case "add":
        return node?.children.some(({ action }) => action === request["actions"]) ?? false;
      case "say":
        return request["remark"] === undefined || request["text"]
          ? this.remarks.some(({ at, text }) => at === request["at"] && text === request["text"])
          : !this.remarks.some(({ id }) => id === request["remark"]);
      case "draw":
        return this.marks.some((mark) => same(mark, request as unknown as StudyMark)) === request["on"];
      case "drop":
        return !node;
      case "lead":
        return node !== undefined && tree.pathTo(node).every((moment) => moment.parent?.children[0] === moment);
      default:
        return request["title"] === this.title;
    }
  }

  // The variations of the tree that begins a study.
  private async handOver(lines: string[][]): Promise<void> {
    for (const line of lines) {
      for (let missing = this.missing(line); missing; missing = this.missing(line)) {
        const sent = await this.send({ do: "add", ...missing }, missing.actions);
        if (sent === undefined) break;
        await new Promise((resume) => setTimeout(resume, UPLOAD_PAUSE));
      }
    }
  }

  // The part of a line that is not in the tree, and where it goes on.
  private missing(line: string[]): { at: number; actions: string } | undefined {
    let at = this.moments.get(0)!;
    let depth = 0;
    for (; depth < line.length; depth++) {
      const next = at.children.find(({ action }) => action === line[depth]);
      if (!next) break;
      at = next;
    }
    return depth < line.length ? { at: at.id!, actions: line.slice(depth, depth + LINE).join(" ") } : undefined;
  }

  // -------------------------------------------------------------------------------------------
  // Taking it along
  // -------------------------------------------------------------------------------------------

  // With remarks.
  protected override json(): string {
    const said = (at: tree.Moment) => {
      const texts = this.remarks
        .filter((remark) => remark.at === at.id)
        .map(({ by, text }) => (by ? `${by}: ${text}` : text));
      return texts.length ? { comment: texts.join("\n") } : {};
    };
    return treeToJson(this.study(), this.moments.get(0)!, this.title ? { Event: this.title } : {}, said);
  }

  // It is on the server.
  protected override keep(): void {}
}

function same(a: StudyMark, b: StudyMark): boolean {
  return a.at === b.at && a.from === b.from && a.to === b.to;
}
