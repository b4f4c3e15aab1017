import type { Browser } from "playwright-core";
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

it("[CNT-1] [PERF-4] shows the remaining time after a reload before the app's code has loaded, never more of it afterwards, and then the end", async () => {
  const { page, consoleProblems, close } = await openCountdown();
  const before = await secondsShown(page);
  const shownAt = performance.now();
  const releaseScripts = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByRole("timer").waitFor();
  const first = await secondsShown(page);
  const passed = (performance.now() - shownAt) / 1000;
  expect(first).toBeGreaterThan(before - passed - 2);
  expect(first).toBeLessThanOrEqual(before);
  // Records each time that the app shows.
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    const clock = document.querySelector("[role=timer]");
    new MutationObserver(() => shown.push(clock?.textContent ?? "")).observe(clock as Element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  releaseScripts();
  await expect.poll(() => secondsShown(page)).toBeLessThan(first);
  const shown = await page.evaluate(() => (window as unknown as { readonly shown: string[] }).shown);
  expect(shown).toEqual([...shown].sort().reverse());
  expect((shown[0] ?? "") < `00:${String(first).padStart(2, "0")}`).toBe(true);
  await page.unrouteAll({ behavior: "ignoreErrors" });

  await stopEarly(page);
  await page.getByRole("timer").waitFor({ state: "detached" });
  const releaseEnd = await delayScripts(page);
  await page.reload({ waitUntil: "commit" });
  await page.getByText("The massage was stopped early.").waitFor();
  releaseEnd();
  await page.waitForFunction(() => (window as { readonly earlyTap?: unknown }).earlyTap === null);
  expect(await page.getByText("The massage was stopped early.").count()).toBe(1);
  expect(consoleProblems).toEqual([]);
  await close();
});
