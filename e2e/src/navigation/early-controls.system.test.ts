import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { activate } from "@reposo/contract/orders/orders.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone, type PhoneOptions } from "#browser/phone.ts";
import { delayScripts, visit } from "#browser/steps.ts";
import { callServer } from "#stage/call-server.ts";
import { addEndedOrder } from "#stage/ended-order.ts";
import { type Network, openNetwork, until } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let areaId: string;
let deviceId: string;
let orderId: string;
let feedbackId: string;
let manager: PhoneOptions["session"];

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  areaId = await network.addOutlet();
  // The page of a location offers to copy it.
  await sql`UPDATE outlet SET latitude = 14.585, longitude = 121.057 WHERE outlet_id = ${areaId}`.execute(
    network.database,
  );
  ({ deviceId } = await network.addChair(areaId));
  await addPastOrders(network.database, { outletId: areaId, deviceIds: [deviceId], count: 4 });
  // An order with money, whose page offers a refund.
  ({ orderId } = await sql<{ orderId: string }>`
    SELECT order_id AS "orderId" FROM orders
    WHERE outlet_id = ${areaId} AND status = 'completed' AND amount_minor > 0 LIMIT 1`.firstRow(
    network.database,
  ));
  feedbackId = await addFeedback(network.database, { orderId, problem: "The arm rest is broken" });
  manager = await signIn(server, await network.addManager([areaId, await network.addOutlet()]));
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

/** The controls of the document that a user can change or press. */
const controlsOf = (page: Page) =>
  page
    .locator(
      "#app :is(button, input:not([type=radio]:checked), select, textarea):enabled:not([aria-disabled=true]):not([readonly])",
    )
    .filter({ visible: true });

/** Opens a page whose scripts are delayed, and waits for the markup of the server. */
async function openEarly(address: string, session: PhoneOptions["session"]) {
  const phone = await openPhone(browser, { origin: server.url, ...(session && { session }) });
  // Without an answer, the map of a page neither appears nor fails during the test.
  await phone.page.route("https://tiles.example/**", () => undefined);
  const releaseScripts = await delayScripts(phone.page);
  await phone.page.goto(address, { waitUntil: "commit" });
  // The last element of the document.
  await phone.page.locator("#page-data").waitFor({ state: "attached" });
  return { ...phone, releaseScripts };
}

const isUsed = "data-used";
const repeated = "test.repeated";

/** Uses a control, and records when the app repeats this. */
async function use(control: Locator): Promise<void> {
  const kind = await control.evaluate(
    (element: HTMLInputElement, names) => {
      element.setAttribute(names.isUsed, "");
      for (const type of ["click", "input", "change"])
        addEventListener(
          type,
          ({ isTrusted, target }) => {
            // The session storage remains if the app opens another document.
            if (!isTrusted && target === element) window.sessionStorage.setItem(names.repeated, type);
          },
          true,
        );
      return element.localName === "input" ? element.type : element.localName;
    },
    { isUsed, repeated },
  );
  if (kind === "button") return control.tap();
  if (kind === "radio") return control.check();
  if (kind === "checkbox") return control.setChecked(!(await control.isChecked()));
  if (kind === "file")
    return control.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.of(1) });
  if (kind === "select") {
    const other = await control.evaluate(
      ({ options }: HTMLSelectElement) => [...options].find(({ selected }) => !selected)?.value,
    );
    return void (await control.selectOption(other ?? ""));
  }
  const values: Record<string, string> = { date: "2026-11-02", time: "09:30", number: "12" };
  return control.fill(values[kind] ?? "MC10");
}

/**
 * Whether the app has repeated the use, and React knows the new value: the element's own value is that of the user in
 * any case.
 */
const isTakenOver = (page: Page): Promise<boolean> =>
  page.evaluate(
    (names) => {
      if (window.sessionStorage.getItem(names.repeated) === null) return false;
      const element = document.querySelector<HTMLInputElement>(`[${names.isUsed}]`);
      const key = Object.keys(element ?? {}).find((name) => name.startsWith("__reactProps$"));
      // The app has replaced the element, or opened another page.
      if (element === null || key === undefined) return true;
      const { value = element.value, checked = element.checked } = (
        element as unknown as Record<string, Partial<HTMLInputElement>>
      )[key] as Partial<HTMLInputElement>;
      return value === element.value && checked === element.checked;
    },
    { isUsed, repeated },
  );

type Opened = Promise<{ session: PhoneOptions["session"]; address: string }>;
const countdown = (orderId: string) => `/pages/deviceOrder/order?orderId=${orderId}`;

/** Orders the longest massage of a separate chair for a new customer. */
async function order(payment: "coupon" | "online") {
  const { token } = await callServer(server, guestLogin, {});
  const chair = await network.addChair(areaId);
  const request = { deviceId: chair.deviceId };
  const prices = JSON.parse(await callServer(server, priceGroup, request, token)) as { priceId: string }[];
  const choice = { ...request, priceId: prices.at(-1)?.priceId ?? "" };
  const { orderId } = await callServer(
    server,
    activate,
    payment === "coupon"
      ? { ...choice, payType: "coupon", couponCode: await network.addCoupon() }
      : { ...choice, payType: "online", provider: "simulated" },
    token,
  );
  return { chair, session: { token, kind: "customer" } as const, address: countdown(orderId) };
}

async function openRunning(): Opened {
  const { chair, ...opened } = await order("coupon");
  await until(() => chair.state().running !== null, "the massage to start");
  return opened;
}

async function openEnded(addressOf: (orderId: string) => string): Opened {
  const { orderId, session } = await addEndedOrder(network, areaId);
  return { session, address: addressOf(orderId) };
}

interface EarlyPage {
  readonly at: string;
  /** The least number of controls is that of a page without rows. */
  readonly least: number;
  readonly isPublic?: true;
  /** By default the page is that of the manager, or a public one. */
  readonly open?: () => Opened;
}

const pages: readonly EarlyPage[] = [
  { at: "/pages/alerts/alerts", least: 1 },
  { at: "/pages/user/user", least: 6 },
  { at: "/pages/details/details", least: 10 },
  { at: "/pages/dataChart/dataChart?range=last7Days", least: 3 },
  { at: "/pages/notifications/notifications", least: 3 },
  { at: "/pages/deviceList/deviceList", least: 2 },
  { at: "/pages/order/order", least: 2 },
  { at: "/pages/feedback/feedback", least: 1 },
  { at: "/pages/cash/cash", least: 4 },
  { at: "/pages/cash/cash?view=collections", least: 4 },
  { at: "/pages/cash/cash?view=differences", least: 4 },
  { at: "/pages/device/device?deviceId={deviceId}", least: 2 },
  { at: "/pages/location/open?areaId={areaId}", least: 3 },
  { at: "/pages/location/choose", least: 1 },
  { at: "/pages/home/home", least: 1 },
  { at: "/pages/order/order?orderId={orderId}", least: 1 },
  { at: "/pages/feedback/feedback?feedbackId={feedbackId}", least: 2 },
  { at: "/pages/index/index?deviceId={deviceId}", least: 5, isPublic: true },
  { at: "/pages/login/login", least: 5, isPublic: true },
  {
    at: "quick start with own orders",
    least: 4,
    open: () => openEnded(() => "/pages/quickStart/quickStart"),
  },
  { at: "a running massage", least: 2, open: openRunning },
  { at: "an unpaid order", least: 2, open: () => order("online") },
  { at: "a receipt", least: 2, open: () => openEnded((orderId) => `${countdown(orderId)}&view=receipt`) },
  {
    at: "feedback on an order",
    least: 4,
    open: () => openEnded((orderId) => `/pages/orderFeedback/orderFeedback?orderId=${orderId}`),
  },
];

it.each(pages)(
  "[EARLY-1] the app takes over every control that the server renders: $at",
  { timeout: 300_000 },
  async ({ at, least, isPublic = false, open }) => {
    const ids: Record<string, string> = { areaId, deviceId, orderId, feedbackId };
    const { session, address } = (await open?.()) ?? {
      session: isPublic ? undefined : manager,
      address: at.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ""),
    };
    let count = least;
    for (let index = 0; index < count; index += 1) {
      const { page, releaseScripts, consoleProblems, close } = await openEarly(address, session);
      const controls = controlsOf(page);
      count = await controls.count();
      expect(count).toBeGreaterThanOrEqual(least);
      const control = controls.nth(index);
      const description = await control.evaluate((element) => element.outerHTML.slice(0, 200));
      await use(control);
      releaseScripts();
      await expect.poll(() => isTakenOver(page), { message: description }).toBe(true);
      expect(consoleProblems).toEqual([]);
      await close();
    }
  },
);

it("[EARLY-1] text that is typed before the app runs replaces that of a stored draft, whose other texts stay", async () => {
  const { session, address } = await openEnded(
    (orderId) => `/pages/orderFeedback/orderFeedback?orderId=${orderId}`,
  );
  const { page, consoleProblems, close } = await openPhone(browser, {
    origin: server.url,
    ...(session && { session }),
  });
  await visit(page, address);
  const fields = page.locator("form textarea");
  await fields.nth(0).fill("The foot rest is stuck");
  await fields.nth(1).fill("It hums");
  const release = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.locator("#page-data").waitFor({ state: "attached" });
  await fields.nth(0).fill("The foot rest is loose");
  release();
  await expect.poll(() => fields.nth(1).inputValue()).toBe("It hums");
  expect(await fields.nth(0).inputValue()).toBe("The foot rest is loose");
  await expect
    .poll(() => page.evaluate(() => window.localStorage.getItem("reposo.drafts")))
    .toMatch(/foot rest is loose.*It hums/);
  expect(consoleProblems).toEqual([]);
  await close();
});
