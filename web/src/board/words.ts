// SPDX-License-Identifier: MIT
// What a board needs to speak: a function that says texts of the page. English is at hand for whoever paints without
// the rest of the page. What things are called comes with the scene.
import { english, type Key } from "../../../build/words/english";
import { fill, type Arguments } from "../i18n/catalogue";

export { fill } from "../i18n/catalogue";
export type WordKey = Key;
export type Words = (key: Key, args?: Arguments) => string;

export const inEnglish: Words = (key, args) => fill(english[key], args);
