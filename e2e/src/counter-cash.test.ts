import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { takeMoney } from "#stage/take-money.ts";

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

it("[DET-3] [ORD-1] leads from the details to the cash of each account, its movements, and the order that names it", async () => {
  const { database } = network;
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  const manager = await network.addManager([outletId]);
  const { account_id: accountId } = await database
    .selectFrom("account")
    .select("account_id")
    .where("login_name", "=", manager.account)
    .executeTakeFirstOrThrow();
  const at = new Date();
  for (const amountMinor of [50_00, 12_50])
    await takeMoney(database, { outletId, deviceId, at, payType: "cash", amountMinor, accountId });
  await takeMoney(database, { outletId, deviceId, at, payType: "online", amountMinor: 900_00 });

  const session = await signIn(server, manager);
  const { page, complaints, close } = await openPhone(browser, { origin: server.url, session });
  await visit(page, "/pages/details/details");
  await page.getByRole("link", { name: "Counter cash by account" }).click();
  await page.locator('[data-behind="6250"]').waitFor();
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "Maria Santos" });
  expect(await row.locator("[data-column=total]").innerText()).toContain("₱62.50");
  await row.getByRole("link", { name: "Maria Santos" }).click();
  await page.getByText("Movements: 2 · Sum: ₱62.50").waitFor();
  await page.getByRole("link", { name: /₱12\.50/ }).click();
  await page.getByText("Cash taken by").waitFor();
  await page.getByText("Maria Santos").waitFor();
  expect(complaints).toEqual([]);
  await close();
});
