// SPDX-License-Identifier: MIT
// What only the shelf says.
import { english } from "../../../../build/words/english.savedgames";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
