// SPDX-License-Identifier: MIT
// Texts of the rules' diagrams, loaded with them.
import { english } from "../../../../build/words/english.learn";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
