// SPDX-License-Identifier: MIT
// Texts that only the start page needs.
import { english } from "../../../../build/words/english.start";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
