// SPDX-License-Identifier: MIT
// Notifications: the settings, the service worker's notification and its click, and the links in
// emails.
import { becomes, equal, holds, launch, narrow, phone, shot } from "../browser/site.mjs";
import { type } from "../browser/steps.mjs";
import { create, follow, guest, PATIENCE, register, untilPly } from "./site.mjs";

// A browser whose push service is none: it gives out an address at once.
async function withPush(site, options = {}) {
  const person = await guest(site, "", { ...options, offline: true });
  await person.context.grantPermissions(["notifications"]);
  await person.page.addInitScript(() => {
    let given = null;
    const make = (options) => ({
      endpoint: "https://push.example/browser",
      options,
      toJSON: () => ({
        keys: {
          p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
          auth: "BTBZMqHH6r4Tts7J_aSIgg",
        },
      }),
      unsubscribe: async () => ((given = null), true),
    });
    PushManager.prototype.getSubscription = async () => given;
    PushManager.prototype.subscribe = async (options) => (given = make(options));
  });
  return person;
}

function asks(page) {
  return page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem("abax.login"));
    return (await fetch("api/me/told", { headers: { Authorization: `Bearer ${token}` } })).json();
  });
}

async function settings(site) {
  const { page, context, errors } = await withPush(site, phone);
  await register(page, site, "away1");
  await page.getByRole("heading", { name: "When you are away" }).waitFor();
  await page.getByText("This browser is not told.").waitFor();
  await page.getByRole("button", { name: "Tell me here" }).click();
  await page.getByText("You will be told here.").waitFor();
  let settings = await asks(page);
  equal([settings.turns, settings.challenges, settings.rounds], ["push", "push", "push"], "what is sent at first");
  equal(
    settings.places.map((place) => place.host),
    ["push.example"],
    "where",
  );
  await page.getByLabel("A round of a tournament begins").selectOption("none");
  await page.getByLabel("from", { exact: true }).fill("22:30");
  await page.getByLabel("to", { exact: true }).fill("07:00");
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByText("Kept.").waitFor();
  await shot(page, "online-told");
  settings = await asks(page);
  equal(
    [settings.rounds, settings.quietFrom, settings.quietTo, settings.language],
    ["none", 1350, 420, "en"],
    "what is kept",
  );
  holds(settings.zone.length > 0, "no time zone was sent");
  await page.reload();
  await page.getByLabel("from", { exact: true }).waitFor();
  await becomes(() => page.getByLabel("from", { exact: true }).inputValue(), "22:30", "quiet hours after a reload");
  await page.getByRole("button", { name: /Tell me here|No longer here/ }).waitFor();
  await page.setViewportSize(narrow.viewport);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  holds(!wide, "the settings do not fit a narrow phone");
  equal(errors, [], "errors");
  await context.close();
}

// What the worker does with a push, which only the browser's own tools can send here.
async function worker(site) {
  const browser = await launch({ whole: true });
  try {
    await pushTo({ ...site, browser });
  } finally {
    await browser.close();
  }
}

async function pushTo(site) {
  const { page, context, errors } = await withPush(site);
  await page.goto(site.address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const tools = await context.newCDPSession(page);
  const found = new Promise((done) =>
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) done(registrations[0].registrationId);
    }),
  );
  await tools.send("ServiceWorker.enable");
  const message = { kind: "turn", title: "Your turn: Tiku", body: "Against Ann", place: "#/online/abcdefghijk" };
  const more = { tag: "abcdefghijk", stop: "a pass", stopWords: "Stop these" };
  await tools.send("ServiceWorker.deliverPushMessage", {
    origin: site.address.slice(0, -1),
    registrationId: await found,
    data: JSON.stringify({ ...message, ...more }),
  });
  // Asked again and again by hand: a Promise is no answer yet.
  const notification = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const [first] = await registration.getNotifications();
      return first && { title: first.title, body: first.body, tag: first.tag };
    });
  let shown;
  for (const until = Date.now() + PATIENCE; !shown && Date.now() < until;) shown = await notification();
  equal(shown, { title: message.title, body: message.body, tag: more.tag }, "the notification");
  const [script] = context.serviceWorkers();
  const click = (action) =>
    script.evaluate(async (action) => {
      const [notification] = await self.registration.getNotifications();
      const asked = [];
      self.fetch = async (url, options) => (asked.push([url, options.method, options.body]), new Response("{}"));
      const event = new self.NotificationEvent("notificationclick", { notification, action });
      const waits = [];
      event.waitUntil = (work) => waits.push(work);
      dispatchEvent(event);
      await Promise.all(waits.map((work) => work.catch(() => {})));
      return asked;
    }, action);
  equal(await click("stop"), [["api/told/stop", "POST", '{"pass":"a pass"}']], "what the unsubscribe link asks");
  await page.waitForFunction(
    async () => (await (await navigator.serviceWorker.ready).getNotifications()).length === 0,
    undefined,
    { timeout: PATIENCE },
  );
  equal(errors, [], "errors");
  await context.close();
}

async function links(site) {
  const { page, context } = await guest(site);
  await page.goto(`${site.address}#/told/stop/nothing`);
  await page.getByText("this link is not one of this server's", { exact: false }).waitFor();
  await page.goto(`${site.address}#/told/confirm/nothing`);
  await page.getByRole("heading", { name: "When you are away" }).waitFor();
  await page.getByRole("alert").waitFor();
  await context.close();
}

async function vacation(site) {
  const [anna, bert] = [await guest(site), await guest(site)];
  await register(anna.page, site, "resting1");
  await register(bert.page, site, "resting2");
  const link = await create(anna.page, site, "tiku", { clock: "3d/14d" });
  await follow(bert.page, link);
  await type(anna.page, "a2a4");
  await untilPly(bert.page, 1);
  await anna.page.getByText("bank: 14 days").first().waitFor();
  const game = bert.page.url();
  await bert.page.goto(`${site.address}#/account`);
  await bert.page.getByText("30 days are left this year.").waitFor();
  await bert.page.getByLabel("Days", { exact: true }).fill("5");
  await bert.page.getByRole("button", { name: "Begin now" }).click();
  await bert.page.getByText(/You are on vacation until/).waitFor();
  await shot(bert.page, "online-vacation");
  await anna.page.getByText("resting2 is on vacation: that clock stands still.").first().waitFor();
  await anna.page
    .getByText(/on vacation until/)
    .first()
    .waitFor();
  await shot(anna.page, "online-away");
  await bert.page.getByRole("button", { name: "I am back" }).click();
  await bert.page.getByText("29 days are left this year.").waitFor();
  await anna.page
    .getByText(/on vacation/)
    .first()
    .waitFor({ state: "detached" });
  await bert.page.goto(game);
  await untilPly(bert.page, 1);
  equal([...anna.errors, ...bert.errors], [], "errors");
  await Promise.all([anna, bert].map(({ context }) => context.close()));
}

export const tests = {
  "a vacation is taken, seen by the other, and ended": vacation,
  "notifications are switched on, stored and read again": settings,
  "the service worker shows what it receives, and unsubscribing works": worker,
  "links of letters say what became of them": links,
};
