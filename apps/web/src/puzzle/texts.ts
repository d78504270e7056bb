// SPDX-License-Identifier: MIT
// What only the puzzles say.
import { english } from "../../../../build/words/english.puzzle";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
