import { subscribePush, unsubscribePush } from "@reposo/contract/alerts/notifications.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shared } from "#locales/en_US/shared.ts";
import { stubBrowser } from "#shared/app/stub-browser.ts";
import { activateTexts } from "#shared/i18n/i18n.tsx";
import { storeSession } from "#shared/session/session-storage.ts";
import { readStored, writeStored } from "#shared/storage/local-storage.ts";
import { pushMark, readPushState, turnPushOff } from "./push-subscription.ts";

const endpoint = "https://push.example/1";
const vapidPublicKey = "AQID";
const answer = () => new Response(JSON.stringify({ code: 200, message: "", data: null }));

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Whether the push service and the server know the subscription. */
let isKnown = { service: true, server: true };

beforeEach(() => {
  isKnown = { service: true, server: true };
  stubBrowser("/pages/notifications/notifications");
  const subscription = {
    endpoint,
    options: { applicationServerKey: Uint8Array.of(1, 2, 3).buffer },
    toJSON: () => ({ keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: async () => {
      isKnown.service = false;
      return true;
    },
  };
  const registration = {
    pushManager: { getSubscription: async () => (isKnown.service ? subscription : null) },
  };
  vi.stubGlobal("navigator", {
    userAgent: "Chrome",
    onLine: true,
    serviceWorker: { register: async () => registration, getRegistration: async () => registration },
  });
  vi.stubGlobal("Notification", { permission: "granted" });
  Object.assign(window, { PushManager: {}, Notification });
  activateTexts("en_US", { shared });
  storeSession({ token: "manager", kind: "manager" });
  writeStored(pushMark, endpoint);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it("[ALERT-4] unsubscribes at the server only after a pending subscription, which would otherwise turn the messages on again", async () => {
  const subscribing = deferred();
  const released = deferred();
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.endsWith(subscribePush.path)) {
      subscribing.resolve();
      await released.promise;
      isKnown.server = true;
    }
    if (address.endsWith(unsubscribePush.path)) isKnown.server = false;
    return answer();
  });
  const reading = readPushState(vapidPublicKey);
  await subscribing.promise;
  const turningOff = turnPushOff();
  // The push service does not wait for the server.
  await expect.poll(() => isKnown.service).toBe(false);
  released.resolve();
  await Promise.all([reading, turningOff]);
  expect(isKnown.server).toBe(false);
  expect(readStored(pushMark)).toBeNull();
});

it("[ALERT-4] does not unsubscribe at the server if the logout was aborted while a subscription was pending", async () => {
  const subscribing = deferred();
  const released = deferred();
  const called: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    called.push(address);
    subscribing.resolve();
    await released.promise;
    return answer();
  });
  const reading = readPushState(vapidPublicKey);
  await subscribing.promise;
  const cancel = new AbortController();
  const turningOff = turnPushOff(cancel.signal);
  cancel.abort();
  released.resolve();
  await Promise.allSettled([reading, turningOff]);
  expect(called.filter((address) => address.endsWith(unsubscribePush.path))).toEqual([]);
});
