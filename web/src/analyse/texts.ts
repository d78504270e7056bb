// SPDX-License-Identifier: MIT
// What only the analysis says.
import { english } from "../../../build/words/english.analyse";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
