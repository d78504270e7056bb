// SPDX-License-Identifier: MIT
// What went wrong between the page and the server, in the chosen language.
import { faultText } from "../i18n/index.svelte";
import { ApiFault } from "./api";
import { t } from "./texts";

export function problemText(problem: unknown): string {
  return problem instanceof ApiFault && problem.message ? faultText(problem.said) : t("online.lost");
}
