// SPDX-License-Identifier: MIT
// What only diagrams say.
import { english } from "../../../build/words/english.learn";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
