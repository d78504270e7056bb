// SPDX-License-Identifier: MIT
// Texts that only the analysis needs.
import { english } from "../../../../build/words/english.analyse";
import { english as beside } from "../i18n/beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...english });
