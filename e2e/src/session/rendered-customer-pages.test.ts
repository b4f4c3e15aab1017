import { activate, getOrder } from "@reposo/contract/orders/orders.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone, type PhoneOptions } from "#browser/phone.ts";
import { chairAddress, delayScripts } from "#browser/steps.ts";
import { shiftOf, watchCalls, watchShifts } from "#browser/watch-page.ts";
import { callServer } from "#stage/call-server.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;
let deviceId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
  deviceId = (await network.addChair(outletId)).deviceId;
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

const countdown = (orderId: string) => `/pages/deviceOrder/order?orderId=${orderId}`;

async function addGuest() {
  const { token } = await callServer(server, guestLogin, {});
  return { token, kind: "customer" } as const;
}

/** Starts a massage of a new customer by a coupon. */
async function startMassage() {
  const session = await addGuest();
  const chair = await network.addChair(outletId);
  const request = { deviceId: chair.deviceId };
  const prices = JSON.parse(await callServer(server, priceGroup, request, session.token)) as {
    priceId: string;
  }[];
  const couponCode = await network.addCoupon();
  const choice = { priceId: prices[0]?.priceId ?? "", payType: "coupon", couponCode } as const;
  const { orderId } = await callServer(server, activate, { ...request, ...choice }, session.token);
  // The document has no countdown before the server has processed the chair's confirmation.
  const statusNow = async () => (await callServer(server, getOrder, { orderId }, session.token)).orderStatus;
  await expect.poll(statusNow, { timeout: 30_000 }).toBe("running");
  return { session, address: countdown(orderId) };
}

async function endMassage(addressOf: (orderId: string) => string) {
  const { session, orderId } = await addEndedOrder(network, outletId);
  return { session, address: addressOf(orderId) };
}

const managerAt = async (address: string) => ({
  session: await signIn(server, await network.addManager([outletId])),
  address,
});

/** Waits until the app runs, and then until the browser has reported all its earlier requests. */
async function waitForApp(page: Page): Promise<void> {
  await page.waitForFunction(() => (window as { readonly earlyTap?: unknown }).earlyTap === null);
  await page.evaluate(() => fetch("/api/health/live"));
}

interface CustomerPage {
  readonly page: string;
  readonly open: () => Promise<{ session: PhoneOptions["session"] | undefined; address: string }>;
  /** Selects what the document contains. */
  readonly content: string;
  /** Calls that the app makes, because the document does not contain their replies. */
  readonly calls: readonly string[];
}

const pages: readonly CustomerPage[] = [
  {
    page: "a chair for a new visitor",
    open: async () => ({ session: undefined, address: chairAddress(deviceId) }),
    content: "fieldset",
    // The visitor obtains a token, with which the page asks for a running massage.
    calls: ["guest", "device-status"],
  },
  {
    page: "a chair for a customer",
    open: async () => ({ session: await addGuest(), address: chairAddress(deviceId) }),
    content: "fieldset",
    calls: [],
  },
  {
    page: "a chair for a manager",
    open: () => managerAt(chairAddress(deviceId)),
    content: "[data-pay]",
    calls: [],
  },
  {
    page: "quick start with own orders",
    open: () => endMassage(() => "/pages/quickStart/quickStart"),
    content: "main ul a",
    calls: [],
  },
  { page: "a running massage", open: startMassage, content: "[role=timer]", calls: ["events"] },
  {
    page: "an ended massage",
    open: () => endMassage(countdown),
    content: "main dl",
    calls: ["order-feedback"],
  },
  {
    page: "a receipt",
    open: () => endMassage((orderId) => `${countdown(orderId)}&view=receipt`),
    content: "main article dl",
    calls: [],
  },
  {
    page: "feedback on an order",
    open: () => endMassage((orderId) => `/pages/orderFeedback/orderFeedback?orderId=${orderId}`),
    content: "form input[type=radio]",
    calls: [],
  },
  {
    page: "an error",
    open: async () => ({ session: await addGuest(), address: "/pages/err/err?errType=device" }),
    content: "main a",
    calls: [],
  },
  {
    page: "the login",
    open: async () => ({ session: undefined, address: "/" }),
    content: "form",
    calls: [],
  },
];

describe("[PERF-1] [SES-2] the document contains the page, which the app takes over without a repeated call or a shift:", () => {
  it.each(pages.flatMap((page) => languages.map((language) => ({ ...page, language }))))(
    "$page in $language",
    async ({ open, content, calls: expected, language }) => {
      const { session, address } = await open();
      const { page, consoleProblems, close } = await openPhone(browser, {
        origin: server.url,
        language,
        ...(session && { session }),
      });
      await watchShifts(page);
      const calls = watchCalls(page);
      const release = await delayScripts(page);
      await page.goto(address, { waitUntil: "commit" });
      await page.locator(`#app ${content}`).first().waitFor();
      await page.evaluate(() => {
        (document.querySelector("#app main") as HTMLElement).dataset.rendered = "by the server";
      });
      expect(calls).toEqual([]);
      release();
      await waitForApp(page);
      expect(await page.locator("main").getAttribute("data-rendered")).toBe("by the server");
      expect(calls.filter((call) => call !== "live" && !expected.includes(call))).toEqual([]);
      expect(await shiftOf(page)).toBeLessThan(0.1);
      expect(consoleProblems).toEqual([]);
      await close();
    },
  );
});
