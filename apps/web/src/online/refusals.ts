// SPDX-License-Identifier: MIT
// What went wrong between the page and the server, in the chosen language.
import { errorText } from "../i18n/index.svelte";
import { ApiError } from "./api";
import { t } from "./texts";

export function problemText(problem: unknown): string {
  return problem instanceof ApiError && problem.message ? errorText(problem.said) : t("online.lost");
}
