// SPDX-License-Identifier: MIT
// The words that only diagrams of the rules say, loaded with them.
import { english } from "../../../../build/words/english.learn";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
