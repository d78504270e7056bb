// SPDX-License-Identifier: MIT
// Name of a clock. A file of its own, because the first page does not need it.
import { t } from "../i18n/beside";

// A clock as a match knows it: seconds with an increment.
export function clockName(clock: string): string {
  if (clock === "none") return t("clock.none");
  const [base = "", increment] = clock.split("+");
  const minutes = Number(base) / 60;
  return increment ? t("clock.increment", { minutes, seconds: increment }) : t("clock.minutes", { minutes });
}
