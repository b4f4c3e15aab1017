import { buffer } from "node:stream/consumers";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { recordIncome } from "#stage/record-income.ts";
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

it("[DET-3] [ORD-1] links from the details to the cash of each account, to its transactions, and to their orders", async () => {
  const { database } = network;
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const { account_id: accountId } = await sql<{ account_id: string }>`
    SELECT account_id FROM account
    WHERE login_name = ${manager.account}`.firstRow(database);
  const at = new Date();
  for (const amountMinor of [50_00, 12_50])
    await recordIncome(database, { outletId, deviceId, at, payType: "cash", amountMinor, accountId });
  await recordIncome(database, { outletId, deviceId, at, payType: "online", amountMinor: 900_00 });

  const session = await signIn(server, manager);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/details/details");
  await page.getByRole("link", { name: "Counter cash by account" }).click();
  await page.locator('[data-behind="6250"]').waitFor();
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "Maria Santos" });
  expect(await row.locator("[data-column=total]").innerText()).toContain("₱62.50");
  await row.getByRole("link", { name: "Maria Santos" }).click();
  await page.getByText("Transactions: 2 · Total: ₱62.50").waitFor();
  await page.getByRole("link", { name: /₱12\.50/ }).click();
  await page.getByText("Cash received by").waitFor();
  await page.getByText("Maria Santos").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[DET-3] shows the login names of accounts with the same name, on the screen and in the file", async () => {
  const { database } = network;
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const managers = [await network.addManager([outletId]), await network.addManager([outletId])] as const;
  for (const [index, { account }] of managers.entries()) {
    const { account_id: accountId } = await sql<{ account_id: string }>`
      SELECT account_id FROM account
      WHERE login_name = ${account}`.firstRow(database);
    const amountMinor = (index + 1) * 10_00;
    await recordIncome(database, {
      outletId,
      deviceId,
      at: new Date(),
      payType: "cash",
      amountMinor,
      accountId,
    });
  }
  const session = await signIn(server, managers[0]);
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/details/details?rows=accounts");
  await page.locator('[data-behind="3000"]').waitFor();
  for (const [index, { account }] of managers.entries()) {
    const row = page.getByRole("table").getByRole("row").filter({ hasText: account });
    expect(await row.getByRole("rowheader").innerText()).toContain("Maria Santos");
    expect(await row.locator("[data-column=total]").innerText()).toContain(`₱${index + 1}0.00`);
  }
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  const [, ...lines] = (await buffer(await download.createReadStream()))
    .toString("utf8")
    .trim()
    .split("\r\n");
  expect(lines).toEqual([
    `Maria Santos,${managers[1].account},PHP,20.00,20.00,0.00,1`,
    `Maria Santos,${managers[0].account},PHP,10.00,10.00,0.00,1`,
  ]);
  expect(consoleProblems).toEqual([]);
  await close();
});
