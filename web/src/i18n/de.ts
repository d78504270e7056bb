// SPDX-License-Identifier: MIT
import { en, type Catalogue } from "./en";
export const de: Catalogue = en;
