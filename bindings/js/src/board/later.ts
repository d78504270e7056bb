// SPDX-License-Identifier: MIT
// The words of what a board loads when it is wanted: the tower in space, and the ways along a wall.
import { english, type Key } from "../../../../build/words/english.tower";
import type { Arguments } from "../words/catalogue";
import type { Words } from "./words";

export type { Key as LaterKey };

export const later = (words: Words) => (key: Key, args?: Arguments) => words(key, args, english[key]);
