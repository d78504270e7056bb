// SPDX-License-Identifier: MIT
// One language: translates messages of the engine and of the page.
import type { Refusal } from "../engine/module.ts";
import type { Scene } from "../engine/state.ts";
import { Catalogue, type Arguments, type Said } from "./catalogue.ts";
import type { Language } from "./languages.ts";
import { errorText, localScene, type Speaker } from "./speaker.ts";

/** Translations into one language. Create one with {@link Abax.speak}. */
export class Speech implements Speaker {
  private readonly catalogue: Catalogue;

  constructor(
    readonly language: Language,
    part?: string,
  ) {
    this.catalogue = new Catalogue(part);
  }

  /** A message of the engine, or a {@link Refusal}, as a sentence. */
  tell = (said: Said | Refusal): string =>
    "said" in said ? errorText((each) => this.catalogue.tell(each), said.said) : this.catalogue.tell(said);

  /** Text of a game by its id, such as "title", "goal" or "seat.1"; `english` if it is not translated. */
  word = (game: string, id: string, english: string): string =>
    this.catalogue.find(`${game}.${id}`) ?? this.catalogue.find(`game.${id}`) ?? english;

  /** Text of the page by its key; `english` if it is not translated. */
  say(key: string, english: string, args?: Arguments): string {
    return this.catalogue.say(`page.${key}`, english, args);
  }

  /** A scene with all its texts translated. */
  local(game: string, scene: Scene): Scene {
    return localScene(this, game, scene);
  }
}
