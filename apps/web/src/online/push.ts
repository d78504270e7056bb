// SPDX-License-Identifier: MIT
// The push subscription of this browser: requested, sent to the server, withdrawn.
import { forget, keep, kept } from "../app/keep";
import { api } from "./api";
import type { Told } from "./messages";

const KEPT = "push"; // the address that the server has of this browser

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function hand(token: string, subscription: PushSubscription): Promise<Told> {
  const { keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const settings = await api.addPushTarget(token, { endpoint: subscription.endpoint, p256dh, auth });
  keep(KEPT, subscription.endpoint);
  return settings;
}

export async function isOn(): Promise<boolean> {
  if (!canPush() || Notification.permission !== "granted" || !kept<string>(KEPT)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  return Boolean(await registration?.pushManager.getSubscription());
}

// Asks the person, then the browser's push service. Undefined: the person does not want it.
export async function switchOn(token: string, key: string): Promise<Told | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const known = before?.options.applicationServerKey;
  const wanted = bytesOf(key);
  // A subscription is for one server's key; with another it has to go first.
  const same = known && new Uint8Array(known).every((byte, i) => byte === wanted[i]);
  if (before && !same) await before.unsubscribe();
  const subscription =
    before && same ? before : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
  return hand(token, subscription);
}

export async function switchOff(token: string): Promise<Told | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  const endpoint = subscription?.endpoint ?? kept<string>(KEPT);
  forget(KEPT);
  await subscription?.unsubscribe();
  return endpoint ? api.dropPushTarget(token, endpoint) : undefined;
}

// Browsers change their address now and then: the server hears of it when the page is opened.
export async function refreshPush(token: string): Promise<void> {
  if (!(await isOn())) return;
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (subscription && subscription.endpoint !== kept<string>(KEPT)) await hand(token, subscription);
}
