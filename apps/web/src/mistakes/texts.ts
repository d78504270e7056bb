// SPDX-License-Identifier: MIT
// Texts that only the collection of mistakes needs.
import { english } from "../../../../build/words/english.mistakes";
import { english as beside } from "../../../../build/words/english.beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...english });
