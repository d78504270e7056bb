// SPDX-License-Identifier: MIT
// Texts that only the puzzles need.
import { english } from "../../../../build/words/english.puzzle";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
