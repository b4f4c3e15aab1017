import { createECDH, randomBytes } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openFullBrowser, openPhone } from "#browser/phone.ts";
import { subscribeBrowserTo } from "#browser/push-subscription.ts";
import { logIn, visit } from "#browser/steps.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

const server = inject("server");
const address = "/pages/notifications/notifications";
let network: Network;
let browser: Browser;
beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openFullBrowser();
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

async function openManager() {
  const [outletId, other] = [
    await network.addOutlet({ name: "Glorietta" }),
    await network.addOutlet({ name: "Greenbelt" }),
  ];
  const manager = await network.addManager([outletId, other]);
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
  return { ...phone, outletId, manager };
}

/** Replaces the push subscription by one with an endpoint that does not exist. @returns the endpoint */
async function withPushService(page: Page): Promise<string> {
  const endpoint = `https://push.example.com/${randomBytes(12).toString("hex")}`;
  const p256dh = createECDH("prime256v1").generateKeys().toString("base64url");
  await subscribeBrowserTo(page, { endpoint, p256dh, auth: "AAAAAAAAAAAAAAAAAAAAAA" });
  return endpoint;
}

/**
 * Without a notification centre, Chromium removes a notification after 25 seconds unless it requires interaction.
 * @returns a function that returns the number of messages whose notification has been shown
 */
async function keepNotifications(context: BrowserContext): Promise<() => Promise<number>> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration;
    const show = prototype.showNotification;
    let count = 0;
    prototype.showNotification = async function showLasting(title, options) {
      await show.call(this, title, { ...options, requireInteraction: true });
      Object.assign(globalThis, { shownCount: (count += 1) });
    };
  });
  return () => worker.evaluate(() => (globalThis as { shownCount?: number }).shownCount ?? 0);
}

const subscriptionsTo = (endpoint: string) =>
  sql<{ language: string; auth: string }>`
    SELECT language, auth FROM push_subscription
    WHERE endpoint = ${endpoint}`.rows(network.database);

it("[ALERT-4] push messages are shown by the service worker, with at most one notification per tag", async () => {
  const { page, context, close } = await openManager();
  await context.grantPermissions(["notifications"]);
  const session = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL === `${server.url}/`);
      if (found !== undefined) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  await visit(page, address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const registrationId = await registered;
  const shownCount = await keepNotifications(context);
  const push = async (body: string, tag: string) => {
    const earlier = await shownCount();
    await session.send("ServiceWorker.deliverPushMessage", {
      origin: server.url,
      registrationId,
      data: JSON.stringify({ title: "Chair MC000001 is offline", body, url: "/pages/home/home", tag }),
    });
    // Chromium loses a notification whose list is read while it is being shown.
    await expect.poll(shownCount).toBe(earlier + 1);
  };
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = ServiceWorkerRegistration.prototype;
      const all = await getNotifications.call(await navigator.serviceWorker.ready);
      return all.map(({ title, body, tag }) => `${tag}: ${title}, ${body}`).sort();
    });
  const chair = "Chair MC000001 is offline";
  await push("Glorietta", "a");
  await expect.poll(shown).toEqual([`a: ${chair}, Glorietta`]);
  await push("Glorietta · Since 11:45", "a");
  await expect.poll(shown).toEqual([`a: ${chair}, Glorietta · Since 11:45`]);
  await push("Greenbelt", "b");
  await expect.poll(shown).toEqual([`a: ${chair}, Glorietta · Since 11:45`, `b: ${chair}, Greenbelt`]);
  await close();
});

it("[SES-6] [ALERT-4] notifications are on again once the same account has logged in again, but not for another account", async () => {
  const { page, outletId, manager, consoleProblems, close } = await openManager();
  const endpoint = await withPushService(page);
  await visit(page, address);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device.").waitFor();
  await visit(page, "/pages/user/user");
  const device = page.getByRole("list", { name: "Logged-in devices" });
  await device.getByText("Gets notifications").waitFor();
  expect(await device.innerText()).toContain("Unknown browser on unknown system");

  // A login on another device ends this session, and with it the notifications on this device.
  await signIn(server, { ...manager });
  expect(await subscriptionsTo(endpoint)).toEqual([]);
  await page.reload();
  await logIn(page, manager);
  await until(async () => (await subscriptionsTo(endpoint)).length === 1, "the new subscription");

  await signIn(server, { ...manager });
  const other = await network.addManager([outletId]);
  await page.reload();
  await logIn(page, other);
  await visit(page, address);
  await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
  expect(await subscriptionsTo(endpoint)).toEqual([]);
  await page.getByRole("button", { name: "Turn on notifications" }).click();
  await page.getByText("Notifications are on for this device.").waitFor();

  await visit(page, "/pages/user/user");
  await device.getByText("This device · logged in since", { exact: false }).waitFor();
  expect(await device.innerText()).toMatch(/^Chrome on (Linux|Android)/);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.locator("dialog").getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  expect(await subscriptionsTo(endpoint)).toEqual([]);
  expect(consoleProblems).toEqual([]);
  await close();
});
