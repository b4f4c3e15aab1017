import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, decidePayment, secondsShown, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

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

/**
 * Returns the refund of the chair's only order in minor units, and checks that it is the unused share of 50.00 for ten
 * minutes.
 */
async function refundOf(deviceId: string, maxRunMs: number): Promise<number> {
  const { refunded_minor: refunded } = await sql<{ refunded_minor: number }>`
    SELECT refunded_minor FROM orders
    WHERE device_id = ${deviceId}`.firstRow(network.database);
  // The chair reports whole seconds.
  const maxRun = Math.ceil(maxRunMs / 1_000) + 1;
  expect(refunded).toBeGreaterThanOrEqual(Math.floor(5_000 * (1 - maxRun / 600)));
  expect(refunded).toBeLessThan(5_000);
  return refunded;
}

it("[CNT-2] [G-3] reports a massage that its chair ended early, the refund, and the remaining price", async () => {
  const chair = await network.addChair(await network.addOutlet());
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await page.getByRole("button", { name: "Pay ₱50.00" }).click();
  const startMs = Date.now();
  await decidePayment(page, "pay");
  await page.getByRole("timer").waitFor();
  // The chair reports whole seconds: a stop within the first second would refund the whole price.
  await expect.poll(() => secondsShown(page)).toBeLessThan(598);
  chair.setFaultCode("motorHot");

  await page.getByText("The chair stopped early").waitFor();
  await page.getByRole("heading", { level: 1, name: "Your order" }).waitFor();
  expect(await page.getByText("Thank you").count()).toBe(0);
  const refundNote = page.getByText(/^₱[\d.]+ of your payment has been refunded\.$/);
  await refundNote.waitFor();
  const returned = await refundOf(chair.deviceId, Date.now() - startMs);
  const back = formatMoney(returned, "PHP", "en_US");
  const remaining = formatMoney(5_000 - returned, "PHP", "en_US");
  expect(await refundNote.innerText()).toBe(`${back} of your payment has been refunded.`);
  // The link is visible without scrolling, even on a small screen.
  const toReceipt = page.getByRole("link", { name: "View receipt" });
  const link = await toReceipt.boundingBox();
  expect((link?.y ?? 640) + (link?.height ?? 0)).toBeLessThanOrEqual(640);
  await toReceipt.click();
  await page.getByRole("article").waitFor();
  for (const media of ["screen", "print"] as const) {
    await page.emulateMedia({ media });
    const paper = await page.getByRole("article").innerText();
    expect(paper.replace(/\s+/g, " ")).toContain(
      `₱50.00 Total after refunds ${remaining} Ended early by the chair`,
    );
    expect(paper.replace(/\s+/g, " ")).toContain(`Refunded -${back}`);
  }
  await page.emulateMedia({ media: "screen" });

  await visit(page, "/pages/quickStart/quickStart");
  const row = page.getByRole("list", { name: "Your recent orders" }).getByRole("link");
  const shown = (await row.innerText()).replace(/\s+/g, " ");
  for (const text of [`Refunded ${back}`, "₱50.00", "Ended early by the chair"])
    expect(shown).toContain(text);
  expect(consoleProblems).toEqual([]);
  await close();
});
