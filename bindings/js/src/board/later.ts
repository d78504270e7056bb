// SPDX-License-Identifier: MIT
// Texts that a board loads on demand: the tower in space and panning.
import { english, type Key } from "../../../../build/words/english.tower";
import type { Arguments } from "../words/catalogue";
import type { Words } from "./words";

export type { Key as LaterKey };

export const later = (words: Words) => (key: Key, args?: Arguments) => words(key, args, english[key]);
