// SPDX-License-Identifier: MIT
// Moves in advance, entered on the board: they survive a reload, are seen as a tree, removed, and
// played when the case comes.
import { becomes, comes, equal, shot } from "../browser/site.mjs";
import { spot, type } from "../browser/steps.mjs";
import { pair, ply, untilPly } from "./site.mjs";

async function touch(page, ...spots) {
  for (const name of spots) await spot(page, name).click();
}

const line = (page) => page.getByTestId("plan-line").textContent();

async function planned(site) {
  const table = await pair(site, "tiku", { clock: "3d" });
  const [anna, bert] = table.pages;
  await type(anna, "a2a4");
  await untilPly(bert, 1);
  await anna.getByText("Moves in advance").click();
  await anna.getByRole("button", { name: "Enter on the board" }).click();
  await anna.getByText("In advance: what do you expect of Bert?").waitFor();
  await touch(anna, "b5", "b3");
  await anna.getByText("In advance: your answer?").waitFor();
  await becomes(() => line(anna), "b5b3", "what is expected");
  await comes(
    () => anna.getByRole("button", { name: "Keep this line" }).isDisabled(),
    "a line without an answer can be kept",
  );
  await touch(anna, "c2", "c4");
  await becomes(() => line(anna), "b5b3 c2c4", "the line");
  await becomes(() => ply(anna), 1, "actions that stand");
  await shot(anna, "online-plan");
  await anna.getByRole("button", { name: "Keep this line" }).click();
  await anna.getByText("1 of at most 8 lines", { exact: false }).waitFor();
  // Another case, and another answer to the first: that one replaces the answer.
  await touch(anna, "c5", "c3", "d2", "d4");
  await anna.getByRole("button", { name: "Keep this line" }).click();
  await anna.getByText("2 of at most 8 lines", { exact: false }).waitFor();
  await touch(anna, "b5", "b3", "d2", "d4");
  await anna.getByRole("button", { name: "One back" }).click();
  await touch(anna, "e2", "e4");
  await anna.getByRole("button", { name: "Keep this line" }).click();
  await anna.getByRole("button", { name: "Remove b5b3 e2e4" }).waitFor();
  await becomes(
    () => anna.getByRole("button", { name: "Remove b5b3 c2c4" }).count(),
    0,
    "answers to the same that are left",
  );
  await anna.getByRole("button", { name: "Remove c5c3", exact: true }).click();
  await anna.getByText("1 of at most 8 lines", { exact: false }).waitFor();
  await anna.getByRole("button", { name: "Back to the game" }).click();
  await becomes(() => ply(anna), 1, "actions that stand after planning");
  // The server has them, and shows them to no other player.
  await anna.reload();
  await anna.getByRole("button", { name: "Remove b5b3 e2e4" }).waitFor();
  await bert.reload();
  await untilPly(bert, 1);
  await comes(async () => !(await bert.content()).includes("e2e4"), "the other side sees the plan");
  await type(bert, "b5b3");
  await Promise.all([untilPly(anna, 3), untilPly(bert, 3)]);
  await bert.getByText("e2e4").first().waitFor();
  equal([...table.anna.errors, ...table.bert.errors], [], "errors");
  await table.end();
}

export const tests = {
  "moves in advance are played on the board": planned,
};
