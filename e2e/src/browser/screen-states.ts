import type { Page } from "playwright-core";
import { type ManagerAccount, mallHours, type Network, openNetwork } from "#stage/network.ts";
import { delayPaymentPage } from "#stage/delayed-payment.ts";
import { recordWeek } from "#stage/record-income.ts";
import type { ServerUnderTest } from "#stage/server-under-test.ts";
import { alertStates } from "./alert-states.ts";
import { accountStates } from "./account-states.ts";
import { cashStates } from "./cash-states.ts";
import { extensionStates } from "./extension-states.ts";
import { feedbackStates } from "./feedback-states.ts";
import { listStates } from "./list-states.ts";
import { placeStates } from "./place-states.ts";
import { transferStates } from "./transfer-states.ts";
import type { ScreenState } from "./screen-state.ts";
import { chairAddress, decidePayment, footButtons, visit } from "./steps.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

export interface ScreenStates {
  readonly states: readonly ScreenState[];
  readonly manager: ManagerAccount;
  readonly viewer: ManagerAccount;
  readonly network: Network;
  close(): Promise<void>;
}

type OpenWithChair = (page: Page, chair: Awaited<ReturnType<Network["addChair"]>>) => Promise<unknown>;

/** Creates a network and returns all states of all screens that look different. Steps do not depend on the language. */
export async function prepareScreenStates(server: ServerUnderTest): Promise<ScreenStates> {
  const network = await openNetwork(server);
  const outletId = await network.addOutlet({ name: "SM Mall of Asia", openingHours: mallHours });
  const coordinates = { latitude: 14.535, longitude: 120.982 };
  await sql`
    UPDATE outlet SET latitude = ${coordinates.latitude}, longitude = ${coordinates.longitude}
    WHERE outlet_id = ${outletId}`.execute(network.database);
  const abroad = await network.addOutlet({ name: "Pavilion Kuala Lumpur", currency: "MYR" });
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

  const showPrices: OpenWithChair = (page, chair) => to(chairAddress(chair.deviceId), "[type=radio]")(page);
  /** Opens a state with a new order on a separate chair, so that states do not depend on each other. */
  const withOrder = (open: OpenWithChair) => async (page: Page) =>
    open(page, await network.addChair(outletId));
  /** Like `withOrder`, but with a running massage. */
  const withRunning = (open: OpenWithChair) =>
    withOrder(async (page, chair) => {
      await showPrices(page, chair);
      await applyNewCoupon(page);
      await shown(page, "[role=timer]");
      await open(page, chair);
    });
  /** Like `withRunning`, but the customer pays ten minutes. */
  const withPaid = (open: OpenWithChair) =>
    withOrder(async (page, chair) => {
      await showPrices(page, chair);
      await page.locator("[type=radio]").nth(1).check();
      await pressFoot(page, 0);
      await decidePayment(page, "pay");
      await shown(page, "[role=timer]");
      await open(page, chair);
    });
  const pressFoot = async (page: Page, at: number) => page.locator(footButtons).nth(at).click();

  const states: ScreenState[] = [
    { name: "login", role: "anonymous", open: to("/", "[name=account]") },
    { name: "home-signed-out", role: "anonymous", open: to("/pages/home/home", "main a") },
    { name: "unknown", role: "anonymous", open: to("/pages/nowhere", "main a") },
    { name: "error", role: "anonymous", open: to("/pages/err/err?errType=device", "main a") },
    { name: "quick-start", role: "customer", open: to("/pages/quickStart/quickStart", "form input") },
    {
      name: "quick-start-orders",
      role: "customer",
      open: withRunning(to("/pages/quickStart/quickStart", "main li a")),
    },
    { name: "chair", role: "customer", open: withOrder(showPrices) },
    {
      name: "chair-coupon",
      role: "customer",
      open: withOrder(async (page, chair) => {
        await showPrices(page, chair);
        await pressFoot(page, 1);
        await shown(page, "dialog form input");
      }),
    },
    { name: "chair-refused", role: "customer", open: to(chairAddress(offline), "main [role=status]") },
    {
      name: "payment-open",
      role: "customer",
      open: withOrder(async (page, chair) => {
        await showPrices(page, chair);
        await pressFoot(page, 0);
        await decidePayment(page, "leave");
        await shown(page, footButtons);
      }),
    },
    {
      name: "payment-delayed",
      role: "customer",
      open: withOrder(async (page, chair) => {
        await showPrices(page, chair);
        await pressFoot(page, 0);
        await decidePayment(page, "leave");
        await shown(page, footButtons);
        await delayPaymentPage(network, new URL(page.url()).searchParams.get("orderId") ?? "", 600);
        await page.reload();
        await shown(page, "[class*=banner][class*=warn]");
      }),
    },
    {
      name: "waiting-for-the-chair",
      role: "customer",
      open: withOrder(async (page, chair) => {
        await showPrices(page, chair);
        chair.setFaults({ powerCutAt: "beforeStore", powerOffMs: Number.POSITIVE_INFINITY });
        await applyNewCoupon(page);
        await shown(page, "[class*=countdown-state]");
      }),
    },
    { name: "running", role: "customer", open: withRunning((page) => shown(page, "[role=timer]")) },
    {
      name: "thanks",
      role: "customer",
      open: withRunning(async (page, chair) => {
        chair.pressStop();
        await shown(page, "[class*=countdown-ending]");
      }),
    },
    {
      name: "receipt",
      role: "customer",
      open: withRunning(async (page, chair) => {
        chair.pressStop();
        await page.locator("a[href*='view=receipt']").click();
        await shown(page, "article");
      }),
    },
    {
      name: "failed",
      role: "customer",
      open: withOrder(async (page, chair) => {
        await showPrices(page, chair);
        chair.setFaults({ refuse: "motorHot" });
        await applyNewCoupon(page);
        await shown(page, "[class*=countdown-ending]");
      }),
    },
    {
      name: "order-not-mine",
      role: "customer",
      open: to("/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000", "main a"),
    },
    { name: "feedback", role: "customer", open: to("/pages/orderFeedback/orderFeedback", "main p") },
    {
      name: "feedback-form",
      role: "customer",
      open: withRunning(async (page, chair) => {
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
    { name: "result", role: "customer", open: to("/pages/result/result?ok=1", "main a") },
    { name: "result-failed", role: "customer", open: to("/pages/result/result", "main a") },
    { name: "home", role: "manager", open: to("/pages/home/home", "[data-currency]") },
    ...extensionStates({ network, withRunning }),
    ...(await transferStates({ network, outletId, to, withPaid })),
    ...(await listStates(network, outletId, to)),
    {
      name: "details",
      role: "manager",
      open: to("/pages/details/details?range=thisYear", "[role=rowheader]"),
    },
    {
      name: "details-outlet",
      role: "manager",
      open: to(`/pages/details/details?range=thisYear&areaId=${outletId}&sort=orders`, "[role=rowheader]"),
    },
    {
      name: "details-movements",
      role: "manager",
      open: to(
        `/pages/details/details?range=thisYear&areaId=${outletId}&rows=entries`,
        "main li, main [data-row]",
      ),
    },
    {
      name: "details-dates-wrong",
      role: "manager",
      open: to("/pages/details/details?range=custom&startDate=2026-03-02&endDate=2026-03-01", "[role=alert]"),
    },
    {
      name: "details-nothing-matches",
      role: "manager",
      open: to(`/pages/details/details?areaId=${abroad}&channel=cash`, "[class*=notice-title]"),
    },
    {
      name: "details-outlets",
      role: "manager",
      open: async (page) => {
        await to("/pages/details/details", "[role=rowheader]")(page);
        await page.locator("[class*=outlet-picker-opener]").click();
        await shown(page, "dialog [type=checkbox]");
      },
    },
    {
      name: "details-export",
      role: "manager",
      open: async (page) => {
        await to("/pages/details/details", "[role=rowheader]")(page);
        await page.locator("section button").first().click();
        await page.locator("dialog button").last().click();
        await page.locator("dialog button").nth(1).click();
        await shown(page, "dialog input");
      },
    },
    ...(await placeStates(network, manager, outletId, to)),
    { name: "charts", role: "manager", open: to("/pages/dataChart/dataChart", "[data-chart] svg") },
    {
      name: "charts-point",
      role: "manager",
      open: async (page) => {
        await to("/pages/dataChart/dataChart?range=last7Days", "[data-chart] svg")(page);
        await page.locator("[data-chart] input").press("ArrowLeft");
        await shown(page, "[data-read-out] button");
      },
    },
    {
      name: "charts-table",
      role: "manager",
      open: to("/pages/dataChart/dataChart?range=last7Days&view=hours&table=1", "tfoot"),
    },
    {
      name: "charts-orders",
      role: "manager",
      open: to("/pages/dataChart/dataChart?chart=orders&range=last30Days", "[data-chart] svg"),
    },
    {
      name: "charts-none",
      role: "manager",
      open: to("/pages/dataChart/dataChart?currency=MYR", "[class*=notice-title]"),
    },
    ...[
      await alertStates(network, outletId, to),
      await cashStates({ server, network, manager }, outletId, to),
    ].flat(),
    ...accountStates(to),
    { name: "chair-of-manager", role: "manager", open: withOrder(showPrices) },
    ...(await feedbackStates(network, outletId, to)),
    { name: "refused-page", role: "viewer", open: to("/pages/details/details", "[role=alert]") },
  ];

  async function applyNewCoupon(page: Page): Promise<void> {
    await pressFoot(page, 1);
    await page.locator("dialog form input:not([type=radio])").fill(await network.addCoupon());
    await page.locator("dialog form [type=submit]").click();
    await page.locator("dialog [class*=price-choice] input").first().check();
    await page.locator("dialog form [type=submit]").click();
  }

  return { states, manager, viewer, network, close: network.close };
}
