import type { Language } from "@reposo/contract/text/languages.ts";
import type { Browser, Page } from "playwright-core";
import { type ManagerAccount, mallHours, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { delayPaymentPage } from "#stage/delayed-payment.ts";
import { recordWeek } from "#stage/record-income.ts";
import type { ServerUnderTest } from "#stage/server-under-test.ts";
import { alertStops } from "./alert-stops.ts";
import { accountStops } from "./account-stops.ts";
import { cashStops } from "./cash-stops.ts";
import { extensionStops } from "./extension-stops.ts";
import { feedbackStops } from "./feedback-stops.ts";
import { listStops } from "./list-stops.ts";
import { placeStops } from "./place-stops.ts";
import type { TourStop } from "./tour-stops.ts";
import { openPhone, type Phone, type PhoneOptions, storedValue } from "./phone.ts";
import { chairAddress, visit } from "./steps.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

export interface Tour {
  readonly stops: readonly TourStop[];
  readonly manager: ManagerAccount;
  readonly viewer: ManagerAccount;
  readonly network: Network;
  close(): Promise<void>;
}

/** Every screen and each of its visually different states, on a dedicated network. No step depends on a text. */
export async function prepareTour(server: ServerUnderTest): Promise<Tour> {
  const network = await openNetwork(server);
  const outletId = await network.addOutlet({ name: "SM Mall of Asia", openingHours: mallHours });
  const place = { latitude: 14.535, longitude: 120.982 };
  await sql`
    UPDATE outlet SET latitude = ${place.latitude}, longitude = ${place.longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  const abroad = await network.addOutlet({ name: "Pavilion Kuala Lumpur", currency: "MYR" });
  const idle = await network.addChair(outletId);
  const faulty = await network.addChair(abroad);
  faulty.setFaultCode("E07-ROLLER");
  const offline = await network.addDevice(outletId);
  const manager = await network.addManager([outletId, abroad]);
  await recordWeek(network, outletId, await network.addDevice(outletId));
  const viewer = await network.addManager([outletId], { permissions: ["home", "user"] });
  const shown = (page: Page, selector: string) => page.locator(selector).first().waitFor();
  const to = (address: string, selector: string) => async (page: Page) => {
    await visit(page, address);
    await shown(page, selector);
  };

  /** A new order on a separate chair, so that no stop of the tour depends on another. */
  const withOrder = (go: (page: Page, chair: Awaited<ReturnType<Network["addChair"]>>) => Promise<void>) => {
    return async (page: Page) => go(page, await network.addChair(outletId));
  };
  /** The same with a running massage. */
  const withRunning = (
    go: (page: Page, chair: Awaited<ReturnType<Network["addChair"]>>) => Promise<unknown>,
  ) =>
    withOrder(async (page, chair) => {
      await to(chairAddress(chair.deviceId), "[type=radio]")(page);
      await applyNewCoupon(page);
      await shown(page, "[role=timer]");
      await go(page, chair);
    });
  const pressFoot = async (page: Page, at: number) => page.locator("[class*=foot] button").nth(at).click();

  const stops: TourStop[] = [
    { name: "login", who: "anonymous", go: to("/", "[name=account]") },
    { name: "home-signed-out", who: "anonymous", go: to("/pages/home/home", "main a") },
    { name: "unknown", who: "anonymous", go: to("/pages/nowhere", "main a") },
    { name: "error", who: "anonymous", go: to("/pages/err/err?errType=device", "main a") },
    { name: "quick-start", who: "customer", go: to("/pages/quickStart/quickStart", "form input") },
    {
      name: "quick-start-orders",
      who: "customer",
      go: withRunning(to("/pages/quickStart/quickStart", "main li a")),
    },
    { name: "chair", who: "customer", go: to(chairAddress(idle.deviceId), "[type=radio]") },
    {
      name: "chair-coupon",
      who: "customer",
      go: async (page) => {
        await to(chairAddress(idle.deviceId), "[type=radio]")(page);
        await pressFoot(page, 1);
        await shown(page, "dialog form input");
      },
    },
    { name: "chair-refused", who: "customer", go: to(chairAddress(offline), "[role=alert]") },
    {
      name: "payment-open",
      who: "customer",
      go: withOrder(async (page, { deviceId }) => {
        await to(chairAddress(deviceId), "[type=radio]")(page);
        await pressFoot(page, 0);
        await page.locator("button.leave").click();
        await shown(page, "[class*=foot] button");
      }),
    },
    {
      name: "payment-delayed",
      who: "customer",
      go: withOrder(async (page, { deviceId }) => {
        await to(chairAddress(deviceId), "[type=radio]")(page);
        await pressFoot(page, 0);
        await page.locator("button.leave").click();
        await shown(page, "[class*=foot] button");
        await delayPaymentPage(network, new URL(page.url()).searchParams.get("orderId") ?? "", 600);
        await page.reload();
        await shown(page, "[class*=banner][class*=warn]");
      }),
    },
    {
      name: "waiting-for-the-chair",
      who: "customer",
      go: withOrder(async (page, chair) => {
        await to(chairAddress(chair.deviceId), "[type=radio]")(page);
        chair.setFaults({ powerCutAt: "beforeStore", powerOffMs: Number.POSITIVE_INFINITY });
        await applyNewCoupon(page);
        await shown(page, "[class*=countdown-state]");
      }),
    },
    {
      name: "running",
      who: "customer",
      go: withRunning((page) => shown(page, "[role=timer]")),
    },
    {
      name: "thanks",
      who: "customer",
      go: withRunning(async (page, chair) => {
        chair.pressStop();
        await shown(page, "[class*=countdown-ending]");
      }),
    },
    {
      name: "receipt",
      who: "customer",
      go: withRunning(async (page, chair) => {
        chair.pressStop();
        await page.locator("main a[href*='view=receipt']").click();
        await shown(page, "article");
      }),
    },
    {
      name: "failed",
      who: "customer",
      go: withOrder(async (page, chair) => {
        await to(chairAddress(chair.deviceId), "[type=radio]")(page);
        chair.setFaults({ refuse: "motorHot" });
        await applyNewCoupon(page);
        await shown(page, "[class*=countdown-ending]");
      }),
    },
    {
      name: "order-not-mine",
      who: "customer",
      go: to("/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000", "[role=alert]"),
    },
    { name: "feedback", who: "customer", go: to("/pages/orderFeedback/orderFeedback", "main p") },
    {
      name: "feedback-form",
      who: "customer",
      go: withRunning(async (page, chair) => {
        chair.pressStop();
        await shown(page, "[class*=countdown-ending]");
        await page.locator("main a[href*=orderFeedback]").click();
        await shown(page, "main form textarea");
        await page.locator("input[type=file]").setInputFiles({
          name: "drawing.svg",
          mimeType: "image/svg+xml",
          buffer: Buffer.from("<svg/>"),
        });
        await shown(page, "[data-state=refused]");
      }),
    },
    { name: "result", who: "customer", go: to("/pages/result/result?ok=1", "main a") },
    { name: "result-failed", who: "customer", go: to("/pages/result/result", "main a") },
    { name: "home", who: "manager", go: to("/pages/home/home", "[data-currency]") },
    ...extensionStops({ network, withRunning }),
    ...(await listStops(network, outletId, to)),
    { name: "details", who: "manager", go: to("/pages/details/details?range=thisYear", "[role=rowheader]") },
    {
      name: "details-outlet",
      who: "manager",
      go: to(`/pages/details/details?range=thisYear&areaId=${outletId}&sort=orders`, "[role=rowheader]"),
    },
    {
      name: "details-movements",
      who: "manager",
      go: to(`/pages/details/details?range=thisYear&areaId=${outletId}&rows=entries`, "main li"),
    },
    {
      name: "details-dates-wrong",
      who: "manager",
      go: to("/pages/details/details?range=custom&startDate=2026-03-02&endDate=2026-03-01", "[role=alert]"),
    },
    {
      name: "details-nothing-matches",
      who: "manager",
      go: to(`/pages/details/details?areaId=${abroad}&channel=cash`, "[class*=notice-title]"),
    },
    {
      name: "details-outlets",
      who: "manager",
      go: async (page) => {
        await to("/pages/details/details", "[role=rowheader]")(page);
        await page.locator("[class*=outlet-picker-opener]").click();
        await shown(page, "dialog [type=checkbox]");
      },
    },
    {
      name: "details-export",
      who: "manager",
      go: async (page) => {
        await to("/pages/details/details", "[role=rowheader]")(page);
        await page.locator("section button").first().click();
        await page.locator("dialog button").last().click();
        await page.locator("dialog button").nth(1).click();
        await shown(page, "dialog input");
      },
    },
    ...(await placeStops(network, manager, outletId, to)),
    { name: "charts", who: "manager", go: to("/pages/dataChart/dataChart", "[data-chart] svg") },
    {
      name: "charts-point",
      who: "manager",
      go: async (page) => {
        await to("/pages/dataChart/dataChart?chart=income", "[data-chart] svg")(page);
        await page.locator("[data-chart] input").press("ArrowLeft");
        await shown(page, "[data-read-out] button");
      },
    },
    {
      name: "charts-table",
      who: "manager",
      go: to("/pages/dataChart/dataChart?chart=income&unit=hour&table=1", "tfoot"),
    },
    {
      name: "charts-orders",
      who: "manager",
      go: to("/pages/dataChart/dataChart?chart=orders", "[data-chart] svg"),
    },
    {
      name: "charts-none",
      who: "manager",
      go: to("/pages/dataChart/dataChart?currency=MYR", "[class*=notice-title]"),
    },
    ...[
      await alertStops(network, outletId, to),
      await cashStops({ server, network, manager }, outletId, to),
    ].flat(),
    ...accountStops(to),
    { name: "chair-of-manager", who: "manager", go: to(chairAddress(idle.deviceId), "[type=radio]") },
    ...(await feedbackStops(network, outletId, to)),
    { name: "refused-page", who: "viewer", go: to("/pages/details/details", "[role=alert]") },
  ];

  async function applyNewCoupon(page: Page): Promise<void> {
    await pressFoot(page, 1);
    await page.locator("dialog form input:not([type=radio])").fill(await network.addCoupon());
    await page.locator("dialog form [type=submit]").click();
    await page.locator("dialog [class*=price-choice] input").first().check();
    await page.locator("dialog form [type=submit]").click();
  }

  return { stops, manager, viewer, network, close: network.close };
}

/** A browser for the stop's kind of visitor, logged in before the tour. */
export async function openTourist(
  browser: Browser,
  {
    server,
    tour,
    who,
    language,
    dark,
    largeText = false,
  }: {
    server: ServerUnderTest;
    tour: Tour;
    who: TourStop["who"];
    language: Language;
    dark: boolean;
    largeText?: boolean;
  },
): Promise<Phone> {
  const session = who === "anonymous" ? undefined : await openSession();
  return openPhone(browser, { origin: server.url, language, dark, largeText, ...(session && { session }) });

  async function openSession(): Promise<NonNullable<PhoneOptions["session"]>> {
    if (who !== "customer") return signIn(server, who === "manager" ? tour.manager : tour.viewer);
    const { page, close } = await openPhone(browser, { origin: server.url });
    await visit(page, "/pages/index/index");
    await page.getByLabel("Device ID").waitFor();
    const token = (await storedValue(page, "token")) ?? "";
    await close();
    return { token, kind: "customer" };
  }
}
