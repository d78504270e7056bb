// SPDX-License-Identifier: MIT
// Agreements between players, and failures of the network.
import { becomes, comes, equal, holds, phone, shot } from "../browser/site.mjs";
import { dice, spot, type } from "../browser/steps.mjs";
import { create, follow, guest, link, pair, playOn, ply, status, untilPly, whoActs } from "./site.mjs";

async function agreements(site) {
  const table = await pair(site, "tiku");
  const [anna, bert] = table.pages;
  await type(anna, "a2a4");
  await Promise.all([untilPly(anna, 1), untilPly(bert, 1)]);
  holds(/Anna: .*a2.*a4/.test(await bert.getByTestId("announcer").textContent()), "the move was not announced");
  await anna.getByRole("button", { name: "Undo" }).click();
  await bert.getByText("Anna asks to take a move back.").first().waitFor();
  await shot(bert, "online-offer");
  await bert.getByRole("button", { name: "Decline" }).click();
  await anna.getByRole("button", { name: "Withdraw" }).waitFor({ state: "detached" });
  await becomes(() => ply(anna), 1, "actions after a refusal");
  await anna.getByRole("button", { name: "Undo" }).click();
  await bert.getByRole("button", { name: "Agree" }).click();
  await Promise.all([untilPly(anna, 0), untilPly(bert, 0)]);
  await type(anna, "b2b4");
  await untilPly(bert, 1);
  await type(bert, "b5b4");
  await comes(() => status(bert).evaluate((line) => line.classList.contains("bad")), "an illegal move was not refused");
  await bert.getByRole("tab", { name: "Talk" }).click();
  await bert.getByRole("button", { name: "Good move" }).click();
  await anna.getByRole("tab", { name: "Talk •" }).click();
  await anna.getByText("Bert says: Good move.").first().waitFor();
  await bert.getByRole("button", { name: "Draw" }).click();
  await anna.getByRole("button", { name: "Agree" }).click();
  for (const page of table.pages) await page.getByText("A draw by agreement").first().waitFor();
  await bert.getByRole("tab", { name: "Moves" }).click();
  await bert.getByRole("button", { name: "Rematch" }).click();
  await anna.getByText("Bert would like a rematch.").first().waitFor();
  await anna.getByRole("tab", { name: "Moves" }).click();
  const before = anna.url();
  await anna.getByRole("button", { name: "Rematch" }).click();
  for (const page of table.pages) {
    await page.waitForFunction((old) => location.href !== old, before);
    await untilPly(page, 0);
  }
  equal(anna.url(), bert.url(), "the rematch");
  await becomes(() => whoActs(table.pages), 1, "who begins the rematch");
  await type(bert, "a2a4");
  await untilPly(anna, 1);
  await type(anna, "b5b3");
  await untilPly(bert, 2);
  await bert.getByRole("button", { name: "Resign" }).click();
  await bert.getByRole("button", { name: "Yes" }).click();
  for (const page of table.pages) await page.getByText("Bert resigned").first().waitFor();
  equal([...table.anna.errors, ...table.bert.errors], [], "errors");
  await table.end();
}

// A phrase is seen on a phone without opening anything; an offer of a draw does not look like an
// answer to it.
async function onPhone(site) {
  const table = await pair(site, "tiku", {}, [phone, {}]);
  const [anna, bert] = table.pages;
  const actions = anna.locator(".actions");
  await actions.getByRole("button", { name: "Talk", exact: true }).waitFor();
  await bert.getByRole("tab", { name: "Talk" }).click();
  await bert.getByRole("button", { name: "Good move" }).click();
  const chat = actions.getByRole("button", { name: "Talk •" });
  await chat.waitFor();
  const { x, y, width, height } = await chat.boundingBox();
  holds(x >= 0 && x + width <= phone.viewport.width && y + height <= phone.viewport.height, "the sign is out of sight");
  const drawn = (name) => actions.getByRole("button", { name }).locator("path").getAttribute("d");
  await becomes(() => drawn("Draw"), "M5 9h14M5 15h14", "the drawing of a draw");
  await actions.getByRole("button", { name: "Moves" }).click();
  await anna.getByRole("button", { name: "Draw arrows" }).click();
  await anna.getByRole("button", { name: "Close the panel" }).click();
  await anna.locator(".panel.open").waitFor({ state: "detached" });
  await spot(anna, "c3").tap();
  await becomes(() => anna.locator(".b-arrow.own").count(), 1, "rings drawn by a finger");
  await becomes(() => ply(anna), 0, "actions while drawing");
  equal([...table.anna.errors, ...table.bert.errors], [], "errors");
  await table.end();
}

async function brokenOff(site) {
  const table = await pair(site, "yoxii");
  await table.pages[1].getByRole("button", { name: "Break off" }).click();
  await table.pages[1].getByText("in a tournament you lose it").waitFor();
  await table.pages[1].getByRole("button", { name: "Yes" }).click();
  for (const page of table.pages) await page.getByText("The game was broken off").first().waitFor();
  await table.end();
}

// One player's network goes and comes back; a move made meanwhile is there, and their clock is
// never wrong.
async function cut(site) {
  const table = await pair(site, "tiku", { clock: "600+5" });
  const [anna, bert] = table.pages;
  await type(anna, "a2a4");
  await untilPly(bert, 1);
  await table.anna.context.setOffline(true);
  await link(anna, "offline");
  await anna.getByText("as last heard").first().waitFor();
  await bert.getByText("not here").waitFor();
  await shot(anna, "online-offline");
  const clock = () => anna.locator(".player[data-seat='1'] .clock").textContent();
  const stood = await clock();
  await type(bert, "b5b3");
  await untilPly(bert, 2);
  await becomes(() => ply(anna), 1, "actions without a network");
  await becomes(() => clock(), stood, "a clock without a network");
  await becomes(() => anna.locator("[data-turn]").getAttribute("data-turn"), "other", "turn without a network");
  await table.anna.context.setOffline(false);
  await link(anna, "connected");
  await untilPly(anna, 2);
  await bert.getByText("not here").waitFor({ state: "detached" });
  await type(anna, "c2c3");
  await untilPly(bert, 3);
  await table.end();
}

// The server dies in the middle, with a move under way, and comes back with everything.
async function restart(site) {
  const table = await pair(site, "kwinty", { clock: "600+5" });
  const roll = dice(8);
  await playOn(table.pages, roll, 7);
  await site.server.end("SIGKILL");
  for (const page of table.pages) await link(page, "reconnecting");
  const before = await Promise.all(table.pages.map(ply));
  equal(before[0], before[1], "actions before");
  await becomes(
    () => Promise.all(table.pages.map((page) => page.locator("[data-turn]").getAttribute("data-turn"))),
    ["other", "other"],
    "turns without a server",
  );
  await site.server.run();
  for (const page of table.pages) await link(page, "connected");
  for (const page of table.pages) await untilPly(page, before[0]);
  await playOn(table.pages, roll, 6);
  await comes(async () => (await ply(table.pages[0])) > before[0], "nothing was played after the restart");
  await table.end();
}

// Reload, another device by the seat's own link, and the secret out of the address at once.
async function reload(site) {
  const table = await pair(site, "tokan");
  const roll = dice(5);
  await playOn(table.pages, roll, 9);
  const at = await ply(table.pages[0]);
  for (const page of table.pages) {
    await page.reload();
    await untilPly(page, at);
  }
  const { id, token } = await table.pages[0].evaluate(() => JSON.parse(localStorage.getItem("abax.seats"))[0]);
  const other = await guest(site);
  await follow(other.page, `${site.address}#/online/${id}/${token}`);
  await untilPly(other.page, at);
  holds(!other.page.url().includes(token), "the secret stays in the address");
  await other.page.getByText("you", { exact: true }).first().waitFor();
  await playOn([other.page, table.pages[1]], roll, 8);
  await untilPly(table.pages[0], await ply(other.page));
  await other.context.close();
  await table.end();
}

// An action is sent once: a wrong ply is refused and reported, and nothing is played twice.
async function once(site) {
  const table = await pair(site, "tiku");
  const [anna, bert] = table.pages;
  const { id, token } = await anna.evaluate(() => JSON.parse(localStorage.getItem("abax.seats"))[0]);
  const twin = await guest(site);
  await follow(twin.page, `${site.address}#/online/${id}/${token}`);
  await Promise.all([type(anna, "a2a4"), type(twin.page, "b2b4")]);
  await Promise.all([untilPly(anna, 1), untilPly(twin.page, 1), untilPly(bert, 1)]);
  const lists = await Promise.all([anna, twin.page, bert].map((page) => page.locator("ol .move").allTextContents()));
  equal(lists[0], lists[1], "the moves of both");
  equal(lists[0], lists[2], "the moves of the other");
  await twin.context.close();
  await table.end();
}

async function slow(site) {
  const table = await pair(site, "tiku", { clock: "3d" });
  const [anna, bert] = table.pages;
  await type(anna, "a2a4");
  await untilPly(anna, 1);
  await type(bert, "c5c3");
  await Promise.all([untilPly(anna, 2), untilPly(bert, 2)]);
  holds(/\d d \d+ h|\d+:\d\d:\d\d/.test(await bert.locator(".clock").first().textContent()), "no days on the clock");
  await table.end();
}

// Anna touches a piece by its square: the touch stays staged until the rest is touched; Escape
// takes it back.
async function staged(site) {
  const table = await pair(site, "tiku");
  const [anna] = table.pages;
  await spot(anna, "a2").click();
  await becomes(() => anna.locator(".abax-board [aria-pressed=true]").count(), 1, "staged spots");
  await anna.keyboard.press("Escape");
  await becomes(() => anna.locator(".abax-board [aria-pressed=true]").count(), 0, "staged spots after Escape");
  await spot(anna, "a2").click();
  await spot(anna, "a6").click();
  holds(/cannot pass over another figure/.test(await status(anna).textContent()), "the rule was not named");
  await anna.keyboard.press("Escape");
  await spot(anna, "a2").click();
  await spot(anna, "a4").click();
  await Promise.all(table.pages.map((page) => untilPly(page, 1)));
  await table.end();
}

// Your move shows at once; it counts when the server, which is delayed here, has stored it.
async function ahead(site) {
  const table = await pair(site, "tiku");
  const [anna, bert] = table.pages;
  site.server.process.kill("SIGSTOP");
  try {
    await spot(anna, "a2").click();
    await spot(anna, "a4").click();
    await anna.locator("[data-sending=a2a4]").waitFor();
    const said = await status(anna).innerText();
    holds(/figure a2 to a4.*\(a2a4\)/.test(said), `what is sent reads '${said}'`);
    await anna.getByRole("button", { name: /^a4, .*figure/ }).waitFor();
    equal([await ply(anna), await ply(bert)], [0, 0], "actions before the server knows");
  } finally {
    site.server.process.kill("SIGCONT");
  }
  await Promise.all(table.pages.map((page) => untilPly(page, 1)));
  await table.end();
}

// A listed game can be seen and joined from the lobby.
async function lobby(site) {
  const [anna, bert] = [await guest(site, "Anna"), await guest(site, "Bert")];
  await bert.page.goto(`${site.address}#/online`);
  await link(bert.page, "connected");
  await create(anna.page, site, "turris", { ticks: ["Show in the lobby"] });
  const row = bert.page.locator("li[data-game]", { hasText: "Anna" });
  await row.waitFor();
  await shot(bert.page, "online-lobby");
  await row.getByRole("link", { name: "Join" }).click();
  await bert.page.locator("[data-turn]").waitFor();
  await anna.page.locator("[data-turn]").waitFor();
  await anna.page.goto(`${site.address}#/online`);
  await anna.page.getByText("your turn", { exact: true }).waitFor();
  equal([...anna.errors, ...bert.errors], [], "errors");
  for (const { context } of [anna, bert]) await context.close();
}

// A wrong secret lets you watch; a game that does not exist is reported.
async function strangers(site) {
  const table = await pair(site, "yoxii");
  const id = table.link.match(/online\/(\w+)/)[1];
  const { page, context } = await guest(site);
  await follow(page, `${site.address}#/online/${id}/${"x".repeat(22)}`);
  await page.getByText("You are watching.").waitFor();
  await page.goto(`${site.address}#/online/nasuchgamey`);
  await page.getByRole("alert").getByText("There is no game").waitFor();
  await context.close();
  await table.end();
}

// A user waits, and then stops waiting.
async function notWanted(site) {
  const { page, context, errors } = await guest(site, "Anna");
  await create(page, site, "kwinty");
  await page.getByRole("button", { name: "Break off" }).click();
  await page.getByRole("button", { name: "Yes" }).click();
  await page.getByText("The game was broken off").first().waitFor();
  equal(errors, [], "errors");
  await context.close();
}

export const tests = {
  "taking back, talking, a draw, a rematch, resigning": agreements,
  "a phrase on a phone": onPhone,
  "a game broken off": brokenOff,
  "no opponent came": notWanted,
  strangers: strangers,
  "the lobby updates at once": lobby,
  "staged touches and refusals": staged,
  "the network cut and restored": cut,
  "a reload, and the seat on another device": reload,
  "two at one seat: one action stands": once,
  "days on the clock of a slow game": slow,
  "alone: a move shows before it is stored": ahead,
  "alone: the server killed and started again": restart,
};
