import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { watchCopies } from "#browser/copies.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, startWithCoupon, stopEarly, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet({ name: "Ayala Center Cebu" });
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Starts a massage with a coupon on a separate chair. */
async function startMassage(page: Page) {
  const chair = await network.addChair(outletId);
  await visit(page, chairAddress(chair.deviceId));
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  return chair;
}

async function endMassage(page: Page) {
  await stopEarly(page);
  await page.getByText("Thank you", { exact: true }).waitFor();
}

it("[CNT-2] shows a receipt of an ended order that can be printed, shared, or copied, by hand if the browser allows no access to the clipboard", async () => {
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  const lastCopy = await watchCopies(page);
  const chair = await startMassage(page);
  await endMassage(page);
  await page.getByRole("link", { name: "View receipt" }).click();
  const paper = page.getByRole("article", { name: /^Receipt \d{6}-/ });
  await paper.waitFor();
  for (const text of ["Ayala Center Cebu", `Chair ${chair.deviceId}`, "1-minute massage", "Times in GMT+8"])
    await paper.getByText(text, { exact: true }).first().waitFor();
  expect(await page.title()).toMatch(/^Receipt \d{6}-/);

  await page.getByRole("button", { name: "Copy as text" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = (await lastCopy()) ?? "";
  expect(copied).toMatch(/^Receipt \d{6}-.*\nAyala Center Cebu\nChair E/);
  expect(copied).toContain(
    `\nChair ${chair.deviceId}\n1-minute massage · ₱0.00\nStopped early\n\nOrder number: `,
  );

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await paper.isVisible()).toBe(true);
  expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(false);
  await expect.poll(() => paper.evaluate((each) => getComputedStyle(each).color)).toBe("rgb(0, 0, 0)");
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }));
  await page.getByRole("button", { name: "Print" }).click();
  expect(await page.evaluate(() => (window as { printed?: boolean }).printed)).toBe(true);

  await page.addInitScript(() => {
    const share = (data: ShareData) => Promise.resolve(Object.assign(window, { shared: data }));
    Object.defineProperty(navigator, "share", { value: share });
  });
  await page.reload();
  await page.getByRole("button", { name: "Share" }).click();
  const shared = await page.evaluate(() => (window as { shared?: ShareData }).shared);
  expect(shared?.title).toMatch(/^Receipt/);
  expect(shared?.text).toBe(copied);

  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
    document.execCommand = () => false;
  });
  await page.getByRole("button", { name: "Copy as text" }).click();
  await page.getByText("Copy the selected text").waitFor();
  const selected = await page.evaluate(() => document.getSelection()?.toString() ?? "");
  expect(selected).toMatch(/^Receipt \d{6}-/);

  await page.getByRole("link", { name: "Back to the order" }).click();
  await page.getByText("Thank you", { exact: true }).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
