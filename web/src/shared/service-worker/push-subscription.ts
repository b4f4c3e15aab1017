import { sessionIdOf } from "@reposo/contract/sessions/browser-session.ts";
import { callApi } from "#shared/api/api-client.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { findServiceWorkers, serviceWorkerAddress } from "./register-service-worker.ts";

export type PushState = "unsupported" | "needsInstall" | "denied" | "off" | "on";

/** Name of a local-storage value that contains the endpoint while this browser is subscribed. */
export const pushMark = "push";

const isSupported = (): boolean =>
  findServiceWorkers() !== undefined && "PushManager" in window && "Notification" in window;

/**
 * Safari on iPhones and iPads supports push messages only in an app that is installed on the home screen. An iPad may
 * identify as a Mac, but no Mac has a touch screen.
 */
const needsInstall = (): boolean =>
  (/iPhone|iPad/.test(navigator.userAgent) ||
    (navigator.userAgent.includes("Macintosh") && navigator.maxTouchPoints > 1)) &&
  !isSupported();

/** Whether the user has blocked notifications of this site. Not cached, because not every browser reports a change. */
const isPushBlocked = (): boolean => isSupported() && Notification.permission === "denied";

const registered = () => navigator.serviceWorker.register(serviceWorkerAddress);

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

function isOfKey({ options }: PushSubscription, vapidPublicKey: string): boolean {
  const key = options.applicationServerKey;
  if (key === null) return false;
  const [own, expected] = [new Uint8Array(key), bytesOf(vapidPublicKey)];
  return own.length === expected.length && own.every((byte, at) => byte === expected[at]);
}

/** What a call about push messages needs to know: the server's key, and the account that is logged in. */
export interface PushOwner {
  readonly vapidPublicKey: string;
  readonly accountId: string;
}

/** Local-storage values beside `pushMark`: the account that subscribed this browser, and its session (`sessionIdOf`). */
const ownerMark = "push.account";
export const sessionMark = "push.session";

async function send(subscription: PushSubscription, { vapidPublicKey, accountId }: PushOwner): Promise<void> {
  const { p256dh = "", auth = "" } = subscription.toJSON().keys ?? {};
  const { endpoint } = subscription;
  const session = sessionIdOf(readSession()?.token ?? "");
  await callApi("subscribePush", { endpoint, p256dh, auth, vapidPublicKey }, { quiet: true });
  writeStored(pushMark, endpoint);
  writeStored(ownerMark, accountId);
  writeStored(sessionMark, session);
}

/**
 * Subscribes this browser again after the account has logged in again, because a subscription ends with its session.
 * Does nothing if another account had subscribed the browser, or if the session of `token` has ended meanwhile.
 */
export async function renewPush(accountId: string, token: string): Promise<void> {
  const isCurrent = () => readSession()?.token === token;
  if (!isCurrent() || readStored(ownerMark) !== accountId) return;
  const { vapidPublicKey } = await callApi("notificationSettings", undefined, { quiet: true });
  if (isCurrent()) await readPushState({ vapidPublicKey, accountId });
}

/**
 * Returns the state of push messages in this browser. If they are on, sends the subscription to the server again,
 * because the server may have removed it or the language may have changed.
 */
export async function readPushState(owner: PushOwner): Promise<PushState> {
  if (needsInstall()) return "needsInstall";
  if (!isSupported()) return "unsupported";
  if (isPushBlocked()) return "denied";
  const subscription = await (await registered()).pushManager.getSubscription();
  if (subscription === null || !isOfKey(subscription, owner.vapidPublicKey)) return "off";
  // Without the mark, the server has not received the subscription, or has been asked to remove it. The subscription
  // of another account does not become the caller's without a tap.
  if (readStored(pushMark) === null || (readStored(ownerMark) ?? owner.accountId) !== owner.accountId)
    return "off";
  await send(subscription, owner);
  return "on";
}

/**
 * Requests permission and subscribes this browser. Must be called from a tap; otherwise, browsers refuse the prompt.
 * Returns the new state, which is not `on` if the user refuses. Rejects if the browser or the server fails to
 * subscribe.
 */
export async function turnPushOn(owner: PushOwner): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "denied" : "off";
  const { pushManager } = await registered();
  const earlier = await pushManager.getSubscription();
  if (earlier !== null && !isOfKey(earlier, owner.vapidPublicKey)) await earlier.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(owner.vapidPublicKey),
  });
  await send(subscription, owner);
  return "on";
}

/**
 * Unsubscribes this browser at the server and the push service; rejects if one of them fails, after both have ended. If
 * only the push service has unsubscribed it, the server deletes the subscription when the next push message fails.
 * After an abort, does nothing more, because another account may have subscribed.
 */
export async function turnPushOff(signal?: AbortSignal): Promise<void> {
  const endpoint = readStored(pushMark);
  const isAborted = () => signal?.aborted === true;
  const clearMark = () => {
    if (!isAborted()) for (const mark of [pushMark, ownerMark, sessionMark]) writeStored(mark, null);
  };
  async function unsubscribe(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration();
    const subscription = isAborted() ? null : await registration?.pushManager.getSubscription();
    if (!isAborted()) await subscription?.unsubscribe();
  }
  if (isAborted()) return;
  // Both are called concurrently, because either may not respond. Either suffices to end the messages.
  const results = await Promise.allSettled([
    endpoint !== null &&
      callApi("unsubscribePush", { endpoint }, { quiet: true, ...(signal && { signal }) }).then(clearMark),
    unsubscribe().then(clearMark),
  ]);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
