// SPDX-License-Identifier: MIT
// Texts that only the screens of studies need.
import { english as analyse } from "../../../../build/words/english.analyse";
import { english as online } from "../../../../build/words/english.online";
import { english } from "../../../../build/words/english.study";
import { english as beside } from "../i18n/beside";
import { withTexts } from "../i18n/index.svelte";

export const t = withTexts({ ...beside, ...online, ...analyse, ...english });
