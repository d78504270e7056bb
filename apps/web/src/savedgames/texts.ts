// SPDX-License-Identifier: MIT
// Texts that only the saved games need.
import { english } from "../../../../build/words/english.savedgames";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
