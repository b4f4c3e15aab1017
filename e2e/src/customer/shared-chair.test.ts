import { activate } from "@reposo/contract/orders/orders.ts";
import { guestLogin } from "@reposo/contract/sessions/login.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { applyCoupon, chairAddress, startWithCoupon, visit } from "#browser/steps.ts";
import { callServer } from "#stage/call-server.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { copyUnpaidOrder } from "@reposo/server/test/app/unpaid-orders.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

it("[START-6] [START-3] lets a customer at the chair start it although another placed a thousand unpaid orders for it", async () => {
  const chair = await network.addChair(outletId);
  const { deviceId } = chair;
  const { token } = await callServer(server, guestLogin, { deviceId });
  const [price] = JSON.parse(await callServer(server, priceGroup, { deviceId }, token)) as {
    priceId: string;
  }[];
  const request = {
    deviceId,
    priceId: price?.priceId ?? "",
    payType: "online",
    provider: "simulated",
  } as const;
  const { orderId } = await callServer(server, activate, request, token);
  await copyUnpaidOrder(network.owner, orderId, 999);
  const { orders } = await sql<{ orders: number }>`
    SELECT count(*) AS orders FROM orders
    WHERE device_id = ${deviceId} AND status = 'unpaid'`.firstRow(network.database);
  expect(orders).toBe(1000);

  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 1, totalSeconds: 60 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[START-6] treats a double tap as one start and refuses the second of two customers", async () => {
  const chair = await network.addChair(outletId);
  const first = await openPhone(browser, { origin: server.url });
  const second = await openPhone(browser, { origin: server.url });
  for (const { page } of [first, second]) {
    await visit(page, chairAddress(chair.deviceId));
    // This page does not receive the event that another customer has taken the chair.
    await page.route("**/data-centre/device?*", () => undefined);
    await applyCoupon(page, await network.addCoupon());
    await page.getByRole("button", { name: "Start", exact: true }).waitFor();
  }
  const start = first.page.getByRole("button", { name: "Start", exact: true });
  await start.dblclick();
  await first.page.getByRole("timer").waitFor();

  await second.page.getByRole("button", { name: "Start", exact: true }).click();
  await second.page.getByRole("alert").getByText("Device unavailable, please scan another device").waitFor();
  await second.page.getByRole("link", { name: "Scan another chair" }).click();
  await second.page.getByLabel("Device ID").waitFor();
  const orders = await sql<{
    status: string;
  }>`SELECT status FROM orders WHERE device_id = ${chair.deviceId}`.rows(network.database);
  expect(orders).toEqual([{ status: "running" }]);
  expect([...first.consoleProblems, ...second.consoleProblems]).toEqual([]);
  await first.close();
  await second.close();
});
