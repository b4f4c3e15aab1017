import { alertList } from "@reposo/contract/alerts/alerts.ts";
import { notificationSettings } from "@reposo/contract/alerts/notifications.ts";
import { deviceConfiguration } from "@reposo/contract/devices/device-configuration.ts";
import { testRun } from "@reposo/contract/devices/device-commands.ts";
import { devicePage, deviceTimeline } from "@reposo/contract/devices/device-page.ts";
import { feedbackDetail, feedbackList, feedbackOfOrder } from "@reposo/contract/feedback/feedback.ts";
import { giftCoupons } from "@reposo/contract/orders/gift-coupons.ts";
import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import { getOrder } from "@reposo/contract/orders/orders.ts";
import { refundRequests } from "@reposo/contract/orders/refunds.ts";
import { outletFigures, outletList } from "@reposo/contract/outlets/outlets.ts";
import { counterCash } from "@reposo/contract/orders/counter-cash.ts";
import { areaReport, incomeEntries, incomeLineChartSevenDays } from "@reposo/contract/revenue/revenue.ts";
import { lateEntries } from "@reposo/contract/revenue/late-entries.ts";
import { loginDevices } from "@reposo/contract/sessions/login.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addFeedback } from "#browser/feedback-states.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayScripts } from "#browser/steps.ts";
import { shiftOf, watchCalls, watchShifts } from "#browser/watch-page.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { recordIncome } from "#stage/record-income.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

const lastPart = ({ path }: { path: string }) => path.split("/").at(-1) ?? "";

interface RenderedPage {
  readonly address: string;
  /** Selects what the document contains. */
  readonly content: string;
  /** The operations whose replies the document contains. */
  readonly operations: readonly Endpoint[];
  /** Whether the page shows nothing, such as figures of the time, that the app changes. */
  readonly isStill?: true;
}

const pages: readonly RenderedPage[] = [
  { address: "/pages/alerts/alerts", content: "[data-zone]", operations: [alertList] },
  { address: "/pages/user/user", content: "[data-zone]", operations: [loginDevices] },
  { address: "/pages/notifications/notifications", content: "form", operations: [notificationSettings] },
  {
    address: "/pages/outlet/outlet?areaId={outletId}",
    content: "[data-zone]",
    operations: [outletList, outletFigures, feedbackList],
  },
  { address: "/pages/feedback/feedback", content: "main li [data-row]", operations: [feedbackList] },
  {
    address: "/pages/feedback/feedback?rows=coupons",
    content: "main [class*=notice-title]",
    operations: [giftCoupons],
  },
  {
    address: "/pages/feedback/feedback?feedbackId={feedbackId}",
    content: "main form textarea",
    operations: [feedbackDetail, feedbackOfOrder],
  },
  {
    address: "/pages/feedback/feedback?orderId={orderId}",
    content: "main form textarea",
    operations: [feedbackDetail, feedbackOfOrder],
  },
  {
    address: "/pages/order/order?orderId={orderId}",
    content: "main dl",
    operations: [getOrder, refundRequests],
    isStill: true,
  },
  { address: "/pages/location/open", content: "main li", operations: [outletList] },
  { address: "/pages/location/choose", content: "main input", operations: [outletList] },
  {
    address: "/pages/device/device?deviceId={deviceId}",
    content: "[data-zone]",
    operations: [devicePage, deviceConfiguration, deviceTimeline, testRun],
  },
  {
    address: "/pages/details/details?range=thisYear",
    content: "[role=table]",
    operations: [areaReport, lateEntries],
  },
  {
    address: "/pages/details/details?rows=entries",
    content: "[data-as-of]",
    operations: [areaReport, incomeEntries],
  },
  { address: "/pages/details/details?rows=accounts", content: "[data-as-of]", operations: [counterCash] },
  {
    address: "/pages/dataChart/dataChart?range=last7Days&table=1",
    content: "tbody",
    operations: [incomeLineChartSevenDays],
  },
];

it.each(pages.flatMap((page) => languages.map((language) => ({ ...page, language }))))(
  "[PERF-1] [SES-2] the document of $address contains the page in $language, which the app takes over without a call or a shift",
  async ({ address, content, operations, language, isStill = false }) => {
    // The page of an account with an initial password shows when it expires.
    const outletId = await network.addOutlet();
    const deviceId = await network.addDevice(outletId);
    const money = { outletId, deviceId, payType: "cash", amountMinor: 75_00, at: new Date() } as const;
    await recordIncome(network.database, money);
    const [order] = await addPastOrders(network.database, { outletId, deviceIds: [deviceId], count: 1 });
    const orderId = order?.order_id ?? "";
    const feedbackId = await addFeedback(network.database, { orderId, problem: "The arm rest is broken" });
    const manager = await network.addManager([outletId], { isInitial: true });
    const session = await signIn(server, manager);
    const { page, consoleProblems, close } = await openPhone(browser, {
      origin: server.url,
      session,
      language,
    });
    // Without an answer, the map of a page neither appears nor fails during the test.
    await page.route("https://tiles.example/**", () => undefined);
    await watchShifts(page);
    const calls = watchCalls(page);
    const release = await delayScripts(page);
    const ids: Record<string, string> = { deviceId, outletId, orderId, feedbackId };
    await page.goto(
      address.replace(/\{(\w+)\}/, (_, name: string) => ids[name] ?? ""),
      { waitUntil: "commit" },
    );
    await page.locator(`#app ${content}`).first().waitFor();
    const textOf = () => page.locator("main").innerText();
    const [title, early] = [await page.title(), await textOf()];
    await page.evaluate(() => {
      (document.querySelector("#app main") as HTMLElement).dataset.rendered = "by the server";
    });
    expect(calls).toEqual([]);
    release();
    await expect.poll(() => calls).toContain(lastPart({ path: liveEventsPath }));
    expect(await page.locator("main").getAttribute("data-rendered")).toBe("by the server");
    expect(await page.title()).toBe(title);
    if (isStill) expect(await textOf()).toEqual(early);
    for (const operation of operations) expect(calls).not.toContain(lastPart(operation));
    expect(await shiftOf(page)).toBeLessThan(0.1);
    expect(consoleProblems).toEqual([]);
    await close();
  },
);
