import { createECDH, randomBytes } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { busyResponse } from "#browser/api-calls.ts";
import { openFullBrowser, openPhone, storedValue } from "#browser/phone.ts";
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

async function sessionsOf(outletId: string): Promise<number> {
  const { rows } = await sql`
    SELECT FROM session JOIN outlet_manager USING (account_id)
    WHERE outlet_id = ${outletId} AND ended_at IS NULL`.execute(network.database);
  return rows.length;
}

describe("[ALERT-4] notifications on a phone", () => {
  it("can be turned on, tested with a test message, and turned off", async () => {
    const { page, consoleProblems, close } = await openManager();
    const endpoint = await withPushService(page);
    await visit(page, "/pages/user/user");
    await page.getByRole("link", { name: "Notifications" }).click();
    await page.getByRole("heading", { level: 1, name: "Notifications" }).waitFor();
    await page.getByRole("button", { name: "Send a test notification" }).click();
    await page.getByText("Turn on notifications or save an e-mail address first").waitFor();
    await page.getByRole("button", { name: "Turn on notifications" }).click();
    await page.getByText("Notifications are on for this device.").waitFor();
    expect(await subscriptionsTo(endpoint)).toEqual([{ language: "en_US", auth: "AAAAAAAAAAAAAAAAAAAAAA" }]);
    await page.reload();
    await page.getByText("Notifications are on for this device.").waitFor();
    await page.getByRole("button", { name: "Send a test notification" }).click();
    await page.getByText("Test notification sent").waitFor();
    await page.getByRole("button", { name: "Turn off on this device" }).click();
    await page.getByRole("button", { name: "Turn on notifications" }).waitFor();
    expect(await subscriptionsTo(endpoint)).toEqual([]);
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("are turned off by a logout", async () => {
    const { page, close } = await openManager();
    const endpoint = await withPushService(page);
    await visit(page, address);
    await page.getByRole("button", { name: "Turn on notifications" }).click();
    await page.getByText("Notifications are on for this device.").waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Log out" }).click();
    await page.locator("dialog").getByRole("button", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Log in" }).waitFor();
    expect(await subscriptionsTo(endpoint)).toEqual([]);
    expect(await storedValue(page, "push")).toBeNull();
    await close();
  });

  it.each(["getSubscription", "unsubscribe"])(
    "[SES-4] do not delay a logout for long if the push service does not answer to %s",
    async (name) => {
      const { page, outletId, close } = await openManager();
      const endpoint = await withPushService(page);
      await visit(page, address);
      await page.getByRole("button", { name: "Turn on notifications" }).click();
      await page.getByText("Notifications are on for this device.").waitFor();
      await page.evaluate((method) => {
        const pending = () => new Promise<never>(() => {});
        if (method === "unsubscribe") {
          const { getSubscription } = PushManager.prototype;
          PushManager.prototype.getSubscription = async function () {
            return Object.assign((await getSubscription.call(this)) as object, {
              unsubscribe: pending,
            }) as never;
          };
        } else PushManager.prototype.getSubscription = pending;
      }, name);
      await page.getByRole("button", { name: "Back" }).click();
      await page.getByRole("button", { name: "Log out" }).click();
      await page.locator("dialog").getByRole("button", { name: "Log out" }).click();
      await page.getByRole("button", { name: "Log in" }).waitFor({ timeout: 15_000 });
      expect(await storedValue(page, "token")).toBeNull();
      expect(await sessionsOf(outletId)).toBe(0);
      expect(await subscriptionsTo(endpoint)).toEqual([]);
      expect(await storedValue(page, "push")).toBeNull();
      await close();
    },
  );

  it("are off if only the push service has ended them, also outside the page, and stay on with an explanation if nothing has", async () => {
    const { page, close } = await openManager();
    await withPushService(page);
    await visit(page, address);
    const turnOn = page.getByRole("button", { name: "Turn on notifications" });
    const turnOff = page.getByRole("button", { name: "Turn off on this device" });
    const failed = page.getByText("Notifications could not be turned off. Please try again.");
    await turnOn.click();
    await turnOff.waitFor();
    await page.route("**/notification/unsubscribe", (route) => route.fulfill(busyResponse));
    await page.evaluate(() => {
      const { getSubscription } = PushManager.prototype;
      const withholdOnce = async function (this: PushManager) {
        PushManager.prototype.getSubscription = getSubscription;
        return Object.assign((await getSubscription.call(this)) as object, {
          unsubscribe: () => Promise.reject(new Error("the push service does not answer")),
        }) as never;
      };
      PushManager.prototype.getSubscription = withholdOnce;
    });
    await turnOff.click();
    await failed.waitFor();
    expect(await turnOff.count()).toBe(1);
    await turnOff.click();
    await turnOn.waitFor();
    expect(await failed.count()).toBe(0);

    // Outside the page, the subscription ends; first, only the server cannot be reached.
    await turnOn.click();
    await turnOff.waitFor();
    await page.route("**/notification/subscribe", (route) => route.fulfill(busyResponse));
    const returnToPage = () =>
      page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
    const failure = page.waitForResponse("**/notification/subscribe");
    await returnToPage();
    await failure;
    // The state remains, so wait long enough for a wrong one to appear.
    await page.waitForTimeout(500);
    expect(await turnOff.count()).toBe(1);
    await page.evaluate(() => localStorage.removeItem("test.push"));
    await returnToPage();
    await turnOn.waitFor();
    expect(await turnOff.count()).toBe(0);
    await close();
  });

  it("show an explanation while the browser blocks them", async () => {
    const { page, close } = await openManager();
    await page.addInitScript(() => {
      const permission = { value: "denied" };
      Object.assign(window, { permission });
      Object.defineProperty(Notification, "permission", { get: () => permission.value });
    });
    await visit(page, address);
    const turnOn = page.getByRole("button", { name: "Turn on notifications" });
    await page.getByText("Notifications are blocked.", { exact: false }).waitFor();
    expect(await turnOn.count()).toBe(0);
    expect(await page.getByRole("button", { name: "Send a test notification" }).count()).toBe(0);
    // The user allows them in the browser's settings and returns.
    await page.evaluate(() => {
      (window as unknown as { permission: { value: string } }).permission.value = "default";
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await turnOn.waitFor();
    await close();
  });

  it("are shown by the service worker for push messages, with at most one notification per tag", async () => {
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
});

it("[SES-6] are on again once the same account has logged in again, but not for another account", async () => {
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
  await device.getByRole("button", { name: "Remove" }).click();
  await page.locator("dialog").getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  expect(await subscriptionsTo(endpoint)).toEqual([]);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[ALERT-4] saves quiet hours, kinds of alerts, outlets, and the e-mail address together", async () => {
  const { page, outletId, consoleProblems, close } = await openManager();
  await visit(page, address);
  const save = () => page.getByRole("button", { name: "Save" }).click();
  await page.getByLabel("E-mail address").fill("nobody");
  await page.getByLabel("Use quiet hours").check();
  await page.getByLabel("To", { exact: true }).fill("22:00");
  await save();
  await page.getByText("Enter a valid e-mail address").waitFor();
  await page.getByText("Choose a different end time").waitFor();
  await page.getByLabel("E-mail address").fill("maria@chairs.example");
  await page.getByLabel("To", { exact: true }).fill("06:30");
  await page.getByLabel("Low income").uncheck();
  await page.getByLabel("Glorietta").uncheck();
  await save();
  await page.getByText("Settings saved").waitFor();
  const mutes = await sql`
    SELECT outlet_id, kind, email, quiet_from, quiet_to
    FROM notification_mute JOIN notification_settings USING (account_id)
    WHERE email = 'maria@chairs.example' ORDER BY kind`.rows(network.database);
  const settings = { email: "maria@chairs.example", quiet_from: 22 * 60, quiet_to: 6 * 60 + 30 };
  expect(mutes).toEqual([
    { outlet_id: null, kind: "incomeLow", ...settings },
    { outlet_id: outletId, kind: null, ...settings },
  ]);
  await page.reload();
  await page.getByLabel("E-mail address").waitFor();
  expect(await page.getByLabel("E-mail address").inputValue()).toBe("maria@chairs.example");
  expect(await page.getByLabel("From", { exact: true }).inputValue()).toBe("22:00");
  const isChecked = (label: string) => page.getByLabel(label).isChecked();
  expect(await Promise.all(["Low income", "Chair offline", "Glorietta", "Greenbelt"].map(isChecked))).toEqual(
    [false, true, false, true],
  );
  await page.getByLabel("Use quiet hours").uncheck();
  await page.getByLabel("E-mail address").fill("");
  await save();
  await page.getByText("Settings saved").waitFor();
  await page.reload();
  await page.getByLabel("E-mail address").waitFor();
  expect(await page.getByLabel("E-mail address").inputValue()).toBe("");
  expect(await isChecked("Use quiet hours")).toBe(false);
  expect(consoleProblems).toEqual([]);
  await close();
});
