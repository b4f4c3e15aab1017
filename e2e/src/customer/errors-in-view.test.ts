import { importPrices } from "@reposo/server/features/prices/index.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

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

async function chairWithPrices(count: number): Promise<string> {
  const priceGroupId = `many-${process.pid}-${count}`;
  const rows = Array.from({ length: count }, (_, n) => ({
    priceGroupId,
    currency: "PHP" as const,
    name: "Massage",
    gear: 1 + n,
    minutes: 10,
    amountMinor: 5_000 + n * 1_000,
  }));
  await transact(network.database, (uow) => importPrices(uow, rows, new Date()));
  const { deviceId } = await network.addChair(outletId);
  await sql`UPDATE device SET price_group_id = ${priceGroupId} WHERE device_id = ${deviceId}`.execute(
    network.database,
  );
  return deviceId;
}

/** Whether no other element covers a corner of the message. */
const isUncovered = (page: Page) =>
  page.getByRole("alert").evaluate((alert) => {
    const { left, right, top, bottom } = alert.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) return false;
    return [top + 2, (top + bottom) / 2, bottom - 2].every((y) =>
      [left + 12, right - 12].every((x) => alert.contains(document.elementFromPoint(x, y))),
    );
  });

const sizes = [
  { size: "360 × 640", viewport: { width: 360, height: 640 }, textSize: "100%" },
  { size: "360 × 640 with text at 200 %", viewport: { width: 360, height: 640 }, textSize: "200%" },
  { size: "landscape", viewport: { width: 640, height: 360 }, textSize: "100%" },
  { size: "a tablet", viewport: { width: 820, height: 1180 }, textSize: "100%" },
];
const cases = sizes.flatMap((size) => [1, 3, 12].map((prices) => ({ ...size, prices })));

describe("[START-3] [ERR-1] the message about an unconfirmed start is visible without scrolling:", () => {
  it.each(cases)("$size, $prices prices", async ({ viewport, textSize, prices }) => {
    const deviceId = await chairWithPrices(prices);
    const { page, close } = await openPhone(browser, { origin: server.url });
    await page.setViewportSize(viewport);
    await visit(page, chairAddress(deviceId));
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, textSize);
    // The response to the order is lost, so the page must show that the result is unknown.
    await page.route("**/data-centre/activate", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Pay ₱50.00" }).click();
    await page.getByRole("alert").getByText("The start could not be confirmed").waitFor();
    await expect.poll(() => isUncovered(page)).toBe(true);
    await close();
  });
});
