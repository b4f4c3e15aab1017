import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaMidnight, recordIncome } from "#stage/record-income.ts";

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

/** Opens a phone of a manager with two outlets of one chair each. */
async function openManager() {
  const outletId = await network.addOutlet({ name: "SM Megamall" });
  const other = await network.addOutlet({ name: "Greenbelt 5" });
  const deviceId = await network.addDevice(outletId);
  const otherDevice = await network.addDevice(other);
  const manager = await network.addManager([outletId, other]);
  const record = (at: "here" | "there", amountMinor: number) =>
    recordIncome(network.database, {
      outletId: at === "here" ? outletId : other,
      deviceId: at === "here" ? deviceId : otherDevice,
      payType: "coin",
      amountMinor,
      at: new Date(Math.min(manilaMidnight(new Date()).getTime() + 1_000, Date.now())),
    });
  await record("here", 120_00);
  await record("there", 900_00);
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, outletId, deviceId, record };
}

it("[HOME-1] [DET-1] shows one outlet's figures, updates them live, and links them to the outlet's rows", async () => {
  const { page, outletId, deviceId, record, consoleProblems, close } = await openManager();
  await visit(page, "/pages/user/user");
  await page.getByRole("link", { name: "SM Megamall" }).click();
  await page.getByRole("heading", { name: "SM Megamall" }).waitFor();
  await page.getByText("₱120.00").first().waitFor();
  expect(await page.getByText("₱1,020.00").count()).toBe(0);
  expect(await page.locator("[data-count=outlets]").count()).toBe(0);
  await record("here", 30_00);
  await page.getByText("₱150.00").first().waitFor();

  const hrefs = await page
    .locator("main a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  expect(hrefs.length).toBeGreaterThan(10);
  expect(hrefs.filter((href) => !href.includes(`areaId=${outletId}`))).toEqual([]);
  await page.locator("[data-count=devices] a").click();
  await page.getByText("Devices: 1").waitFor();
  await page.getByText(deviceId).waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
