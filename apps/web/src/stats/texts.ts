// SPDX-License-Identifier: MIT
// Texts that only the statistics need.
import { english } from "../../../../build/words/english.stats";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
