import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import {
  chairAddress,
  delayScripts,
  secondsShown,
  startWithCoupon,
  stopEarly,
  visit,
} from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

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

async function openCountdown() {
  const { deviceId } = await network.addChair(await network.addOutlet());
  const phone = await openPhone(browser, { origin: server.url });
  await visit(phone.page, chairAddress(deviceId));
  await startWithCoupon(phone.page, await network.addCoupon());
  await phone.page.getByRole("timer").waitFor();
  return phone;
}

const earlyClock = (page: Page) => page.locator("[data-early-clock]");
const secondsOf = (text: string) => {
  const [, minutes, seconds] = /^(\d{2,}):(\d{2})$/.exec(text.trim()) ?? [];
  return minutes === undefined ? null : Number(minutes) * 60 + Number(seconds);
};
const earlySeconds = async (page: Page) => secondsOf(await earlyClock(page).innerText());

it("[CNT-1] [PERF-4] counts down the remaining time after a reload before any of the app's code has loaded", async () => {
  const { page, consoleProblems, close } = await openCountdown();
  const before = await secondsShown(page);
  const shownAt = performance.now();
  const releaseScripts = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect.poll(() => earlySeconds(page)).not.toBeNull();
  const first = (await earlySeconds(page)) ?? 0;
  const passed = (performance.now() - shownAt) / 1000;
  expect(first).toBeGreaterThan(before - passed - 2);
  expect(first).toBeLessThanOrEqual(before);
  await expect.poll(() => earlySeconds(page)).toBeLessThan(first);
  releaseScripts();
  await page.getByRole("timer").waitFor();
  expect(await secondsShown(page)).toBeLessThan(first);
  expect(await earlyClock(page).count()).toBe(0);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[CNT-1] [PERF-4] shows no remaining time before the app has loaded if the massage has ended", async () => {
  const { page, consoleProblems, close } = await openCountdown();
  await stopEarly(page);
  await page.getByRole("timer").waitFor({ state: "detached" });
  const releaseScripts = await delayScripts(page);
  const answered = page.waitForResponse("**/get-order");
  await page.reload({ waitUntil: "commit" });
  await (await answered).finished();
  expect(await earlyClock(page).innerText()).toBe("--:--");
  releaseScripts();
  await earlyClock(page).waitFor({ state: "detached" });
  expect(consoleProblems).toEqual([]);
  await close();
});
