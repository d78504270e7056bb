// SPDX-License-Identifier: MIT
// One language: what the engine says, and what a page says beside it, in its words.
import type { Refusal } from "../engine/module.ts";
import type { Scene } from "../engine/state.ts";
import { Catalogue, type Arguments, type Said } from "./catalogue.ts";
import type { Language } from "./languages.ts";
import { faultText, localScene, type Speaker } from "./speaker.ts";

export class Speech implements Speaker {
  private readonly catalogue: Catalogue;

  constructor(
    readonly language: Language,
    part?: string,
  ) {
    this.catalogue = new Catalogue(part);
  }

  // What the engine says; a Refusal as a sentence of its own.
  tell = (said: Said | Refusal): string =>
    "said" in said ? faultText((each) => this.catalogue.tell(each), said.said) : this.catalogue.tell(said);

  // A word of a game by its id, such as "title", "goal" or "seat.1", or else the English one.
  word = (game: string, id: string, english: string): string =>
    this.catalogue.find(`${game}.${id}`) ?? this.catalogue.find(`game.${id}`) ?? english;

  // A text of the page by its key, or else the English one.
  say(key: string, english: string, args?: Arguments): string {
    return this.catalogue.say(`page.${key}`, english, args);
  }

  // A scene with all its words.
  local(game: string, scene: Scene): Scene {
    return localScene(this, game, scene);
  }
}
