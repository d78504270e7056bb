// SPDX-License-Identifier: MIT
import { english } from "../board/words";
import { en, type Catalogue } from "./en";
export const page: Catalogue = en;
export const board = english;
