// SPDX-License-Identifier: MIT
// Texts that a board loads on demand: the tower in space and panning.
import { english, type Key } from "../../../../build/words/english.tower";
import type { Arguments } from "../messages/catalogue";
import type { Translate } from "./messages";

export type { Key as LaterKey };

export const later = (words: Translate) => (key: Key, args?: Arguments) => words(key, args, english[key]);
