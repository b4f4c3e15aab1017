import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { type Network, openNetwork, presenceOf, until } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

const unavailable = "Device unavailable, please scan another device";

async function runByCoins(minutes: number) {
  const chair = await network.addChair(outletId);
  chair.insertCoin(minutes * 1_000, "PHP");
  await until(
    async () =>
      (
        await sql<{ unordered_run_ends_at: Date | null }>`
          SELECT unordered_run_ends_at FROM device
          WHERE device_id = ${chair.deviceId}`.firstRow(network.database)
      ).unordered_run_ends_at !== null,
    "the coin's massage to be known",
  );
  return chair;
}

const states = [
  {
    state: "offline",
    make: async () => {
      const chair = await network.addChair(outletId);
      chair.setFaults({ offline: true });
      await until(
        async () => !(await presenceOf(network.database, chair.deviceId)).online,
        "the chair to go offline",
      );
      return chair.deviceId;
    },
    shown: `Offline|${unavailable}`,
  },
  {
    state: "faulty",
    make: async () => {
      const chair = await network.addChair(outletId);
      chair.setFaultCode("E07");
      await until(
        async () => (await presenceOf(network.database, chair.deviceId)).fault !== null,
        "the fault",
      );
      return chair.deviceId;
    },
    shown: `Out of service|${unavailable}`,
  },
  { state: "disabled", make: () => network.addDevice(outletId, { disabled: true }), shown: unavailable },
  {
    state: "running on coins",
    make: async () => (await runByCoins(12)).deviceId,
    shown: "In use, free in about 12 min",
  },
];

describe("[START-4] [START-2] the first view, before any script runs, of a chair that is", () => {
  it.each(states)("$state shows this state and offers no payment", async ({ make, shown }) => {
    const deviceId = await make();
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
    const page = await context.newPage();
    await page.goto(chairAddress(deviceId));
    const text = await page.getByRole("main").innerText();
    expect(text).toContain(deviceId);
    for (const line of shown.split("|")) expect(text).toContain(line);
    expect(text).not.toContain("₱");
    expect(await page.getByRole("button", { name: /Pay|coupon/ }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Scan another chair" }).count()).toBe(1);
    await context.close();
  });
});

it("[QS-1] [ERR-1] treats an overlong ID in a link as unknown, and shows the message after a reload, but not when its address is copied", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  const unknown = page.getByRole("alert").getByText("Unable to recognize device");
  const tooLong = "X".repeat(3_000);
  await visit(page, chairAddress(tooLong));
  await page.waitForURL((url) => url.pathname === "/pages/err/err");
  await unknown.waitFor();
  await page.reload();
  await unknown.waitFor();
  const copied = new URL(page.url());
  await visit(page, "/pages/index/index");
  await visit(page, copied.pathname + copied.search);
  await page.getByRole("alert").getByText(unavailable).waitFor();
  expect(await page.getByText("Unable to recognize device").count()).toBe(0);

  for (const path of ["/pages/deviceOrder/order", "/pages/orderFeedback/orderFeedback"]) {
    await visit(page, `${path}?orderId=${tooLong}`);
    await page.getByText("Order unavailable").first().waitFor();
    expect(await page.getByText("Invalid request").count()).toBe(0);
  }
  expect(consoleProblems).toEqual([]);
  await close();
});
