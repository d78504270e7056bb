// SPDX-License-Identifier: MIT
// What only the collection of own mistakes says.
import { english } from "../../../../build/words/english.mistakes";
import { english as beside } from "../../../../build/words/english.beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...english });
