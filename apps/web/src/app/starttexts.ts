// SPDX-License-Identifier: MIT
// What only the start page says: whoever comes to a table does not load it.
import { english } from "../../../../build/words/english.start";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts(english);
