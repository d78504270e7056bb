// SPDX-License-Identifier: MIT
// What only the analysis says.
import { english } from "../../../../build/words/english.analyse";
import { english as beside } from "../i18n/beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...english });
