import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, openHomeAs, visit } from "#browser/steps.ts";
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

const incomeOf = (page: Page, currency: string) => page.locator(`[data-currency=${currency}]`);
const countOf = (page: Page, name: string) => page.locator(`[data-count=${name}]`);

it("[LOGIN-1] [HOME-1] [HOME-2] [HOME-3] adds cash that a manager receives at a chair to the figures immediately and exactly", async () => {
  const outletId = await network.addOutlet();
  const abroad = await network.addOutlet({ name: "Pavilion", currency: "MYR" });
  const chair = await network.addChair(outletId);
  const otherChair = await network.addChair(abroad);
  const manager = await network.addManager([outletId, abroad]);
  // One tab shows the manager's figures; another tab of the same session starts the chair.
  const watching = await openPhone(browser, { origin: server.url });
  const { page } = watching;
  await openHomeAs(page, manager);
  const pesos = incomeOf(page, "PHP");
  const ringgit = incomeOf(page, "MYR");
  await page.getByText("Live", { exact: true }).waitFor();
  expect(await pesos.innerText()).not.toContain("1,234.50");
  const showCurrency = (label: string) => page.getByRole("radio", { name: label, exact: true }).check();
  await showCurrency("RM");
  expect(await ringgit.innerText()).toContain("RM\u00a00.00");
  await showCurrency("PHP");
  expect(await countOf(page, "outlets").innerText()).toContain("2");
  expect(await countOf(page, "devices").innerText()).toContain("2");
  expect(await countOf(page, "devicesIdle").innerText()).toContain("2");
  expect(await countOf(page, "devicesAbnormal").innerText()).toContain("0");
  const asOf = page.locator("[data-as-of]");
  const before = await asOf.getAttribute("data-as-of");

  const starting = await watching.context.newPage();
  await visit(starting, "/pages/quickStart/quickStart");
  await starting.getByRole("button", { name: "Next" }).click();
  await starting.getByText("Please enter the device ID").waitFor();
  await starting.getByLabel("Device ID").fill(chair.deviceId.toLowerCase());
  await starting.getByRole("button", { name: "Next" }).click();
  await starting.getByRole("radio", { name: /20 min/ }).check();
  await starting.getByRole("button", { name: "Cash ₱1,234.50 received: start" }).click();
  await starting.getByRole("timer").waitFor();
  expect(chair.state().running).toMatchObject({ gear: 3, totalSeconds: 1200 });

  await pesos.getByText("₱1,234.50").first().waitFor();
  await countOf(page, "normal").getByText("1").waitFor();
  await countOf(page, "devicesInUse").getByText("1").waitFor();
  const figures = (await page.locator("main").innerText()).split(/\s*\n\s*/);
  // The amount appears in total and as cash of today, this month, and this year; online income stays zero.
  expect(figures.filter((text) => text === "₱1,234.50")).toHaveLength(4);
  expect(figures.filter((text) => /^\D*₱1,234\.50$/.test(text) && !text.startsWith("+"))).toHaveLength(6);
  // The whole amount is the increase over the same day of last week, which had no income.
  expect(figures.filter((text) => text === "+₱1,234.50")).toHaveLength(1);
  expect(figures.filter((text) => text.startsWith("Online ₱"))).toEqual(Array(3).fill("Online ₱0.00"));
  expect(await page.locator("[data-period=yesterday]").innerText()).not.toContain("1,234.50");
  await showCurrency("RM");
  const ringgitAmounts = (await ringgit.innerText()).match(/(?<=RM\s)[\d,.]+/g) ?? [];
  expect(new Set(ringgitAmounts)).toEqual(new Set(["0.00"]));
  expect(await asOf.getAttribute("data-as-of")).not.toBe(before);

  // A second amount in another currency does not change the sums of the first.
  await visit(starting, chairAddress(otherChair.deviceId));
  await starting.getByRole("button", { name: "Cash RM\u00a05.00 received: start" }).click();
  await starting.getByRole("timer").waitFor();
  await ringgit.getByText("RM\u00a05.00").first().waitFor();
  await showCurrency("PHP");
  expect(await pesos.innerText()).toContain("₱1,234.50");

  // The figure leads to exactly the orders that it counts.
  await countOf(page, "normal").getByText("2").waitFor();
  await countOf(page, "normal").locator("a").or(page.locator("a[href*=completed]")).first().click();
  await page.getByText("Orders: 2", { exact: true }).waitFor();
  expect(watching.consoleProblems).toEqual([]);
  await watching.close();
});
