// SPDX-License-Identifier: MIT
// What only the statistics say.
import { english } from "../../../../build/words/english.stats";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
