import { randomUUID } from "node:crypto";
import type { Database } from "@reposo/server/platform/postgres/database.ts";
import type { Page } from "playwright-core";
import type { Network } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";
import type { ScreenState } from "./screen-state.ts";
import { visit } from "./steps.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";

type Go = (address: string, selector: string) => (page: Page) => Promise<void>;

/** Returns the states of the lists of devices and orders, with their sheets, empty states, and error states. */
export async function listStates(network: Network, outletId: string, to: Go): Promise<ScreenState[]> {
  const { deviceId: connected } = await network.addChair(outletId);
  const deviceIds = [await network.addDevice(outletId), await network.addDevice(outletId)];
  const orders = await addPastOrders(network.database, { outletId, deviceIds, count: 40 });
  const refunded = orders.find(({ status }) => status === "refunded");
  const paid = orders.find((order) => order.status === "completed" && order.amount_minor > 0);
  await addRefusedRequest(network.database, paid?.order_id ?? "");
  // A late entry: the server records this order after its month was closed.
  const late = { deviceId: await network.addDevice(outletId), at: manilaMidnight(new Date(), 45) };
  await recordIncome(network.database, { ...late, outletId, payType: "coin", amountMinor: 20_00 });
  const lateMark = "main [class*=late]";
  const lateDay = new Date(late.at.getTime() + 12 * 3_600_000).toISOString().slice(0, 10);
  // In a wide window, the list is a table.
  const row = "main li a, main [data-row]";
  const devices = to("/pages/deviceList/deviceList", row);
  const orderList = to("/pages/order/order", row);
  const openFilters = async (page: Page) => {
    await page.locator("[class*=filtered-list-actions] button").last().click();
    await page.locator("dialog").waitFor();
  };
  const manager = "manager";
  return [
    { name: "devices", role: manager, open: devices },
    {
      name: "devices-filters",
      role: manager,
      open: async (page) => {
        await devices(page);
        await openFilters(page);
      },
    },
    {
      name: "devices-filtered",
      role: manager,
      open: to(`/pages/deviceList/deviceList?condition=abnormal&areaId=${outletId}&use=idle`, row),
    },
    {
      name: "devices-none",
      role: manager,
      open: to("/pages/deviceList/deviceList?keyword=zzzz", "[class*=notice-title]"),
    },
    {
      name: "device-sheet",
      role: manager,
      open: async (page) => {
        await devices(page);
        await page.locator(row).first().click();
        await page.locator("dialog dl, section dl").first().waitFor();
      },
    },
    {
      name: "device",
      role: manager,
      open: to(`/pages/device/device?deviceId=${deviceIds[0]}`, "main ul li a[href*=orderId]"),
    },
    {
      name: "device-online",
      role: manager,
      open: async (page) => {
        await to(`/pages/device/device?deviceId=${connected}`, "details")(page);
        for (const section of await page.locator("summary").all()) await section.click();
      },
    },
    {
      name: "device-unknown",
      role: manager,
      open: to("/pages/device/device?deviceId=NONE", "[role=alert]"),
    },
    { name: "orders", role: manager, open: orderList },
    {
      name: "orders-filters",
      role: manager,
      open: async (page) => {
        await orderList(page);
        await openFilters(page);
      },
    },
    {
      name: "orders-filtered",
      role: manager,
      open: to("/pages/order/order?orderStatus=refunded&orderStatus=failed&payType=online&payType=coin", row),
    },
    {
      name: "orders-late",
      role: manager,
      open: to(`/pages/order/order?deviceId=${late.deviceId}`, lateMark),
    },
    {
      name: "details-late",
      role: manager,
      open: to(
        `/pages/details/details?areaId=${outletId}&deviceId=${late.deviceId}&range=custom&startDate=${lateDay}&endDate=${lateDay}`,
        lateMark,
      ),
    },
    {
      name: "orders-none",
      role: manager,
      open: to("/pages/order/order?startDate=2020-01-01&endDate=2020-01-31", "[class*=notice-title]"),
    },
    {
      name: "order",
      role: manager,
      open: async (page) => {
        await visit(page, `/pages/order/order?orderId=${refunded?.order_id}`);
        await page.locator("dl").first().waitFor();
      },
    },
    {
      name: "order-refund",
      role: manager,
      open: async (page) => {
        await visit(page, `/pages/order/order?orderId=${paid?.order_id}`);
        await page.locator("article + button").click();
        await page.locator("dialog form button").last().click();
        await page.locator("dialog [role=alert]:not(:empty)").waitFor();
      },
    },
    {
      name: "order-missing",
      role: manager,
      open: to("/pages/order/order?orderId=0199f0a0-0000-7000-8000-000000000000", "[role=alert]"),
    },
  ];
}

async function addRefusedRequest(database: Database, orderId: string): Promise<void> {
  const at = new Date();
  const decided = { decided_at: at, decided_by: "the operator", decision: "The chair was in order" };
  await insertRows(database, "refund_request", [
    {
      request_id: randomUUID(),
      order_id: orderId,
      feedback_id: null,
      account_id: null,
      amount_minor: 20_00,
      currency: "PHP",
      reason: "The rollers hurt",
      state: "refused",
      refund_id: null,
      requested_at: at,
      ...decided,
    },
  ]);
}
