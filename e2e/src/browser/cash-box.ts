import type { Browser, Page } from "playwright-core";
import { openPhone } from "./phone.ts";
import { type Network, until } from "#stage/network.ts";
import type { ServerUnderTest } from "#stage/server-under-test.ts";
import { signIn } from "#stage/sign-in.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";

/** Opens a phone of the manager of an outlet with one chair, which has received 30.00 in coins. */
export async function openCashBox(network: Network, browser: Browser, server: ServerUnderTest) {
  const outletId = await network.addOutlet({ name: "Glorietta" });
  const chair = await network.addChair(outletId);
  const { deviceId } = chair;
  for (let coin = 0; coin < 3; coin += 1) chair.insertCoin(10_00, "PHP");
  await until(async () => (await countCoins(network, deviceId)) === 3, "three coins to arrive");
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, deviceId, outletId, chair, manager };
}

/** Counts the coins of a chair that the server has received. */
export async function countCoins(network: Network, deviceId: string): Promise<number> {
  const rows = await sql<{ seq: number }>`
    SELECT seq FROM chair_event
    WHERE device_id = ${deviceId} AND type = 'coin'`.rows(network.database);
  return rows.length;
}

/** Returns the counted amounts of a chair's collections and corrections in minor units, in the order of recording. */
export async function countsOf(network: Network, deviceId: string): Promise<number[]> {
  const rows = await sql<{ counted_minor: number }>`
    SELECT counted_minor FROM cash_collection WHERE device_id = ${deviceId}
    ORDER BY recorded_at`.rows(network.database);
  return rows.map((row) => row.counted_minor);
}

/** Opens the sheet of a box, also of one that the round lists among those without coins. */
export async function tapBox(page: Page, deviceId: string): Promise<void> {
  const row = page.locator(`[data-row="${deviceId}"]`);
  await row.waitFor({ state: "attached" });
  if (!(await row.isVisible())) await page.locator("summary").click();
  await row.click();
}

/** Waits for the sheet that states the difference of a recorded count, and closes it. */
export async function closeResult(page: Page, title: string, difference: string): Promise<void> {
  const result = page.getByRole("dialog", { name: title });
  await result.getByText(difference).waitFor();
  await result.getByRole("button", { name: "Done" }).click();
  await result.waitFor({ state: "detached" });
}
