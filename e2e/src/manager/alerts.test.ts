import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
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

/** The server evaluates every ten seconds; a busy machine needs several times as long. */
const evaluated = { timeout: 90_000 };

async function openManager() {
  const outletId = await network.addOutlet({ name: "Bonifacio High Street" });
  const chair = await network.addChair(outletId);
  const { deviceId } = chair;
  const hours = (value: number) => Array.from({ length: 168 }, () => value);
  // Without usual starts, the evaluation of figures reports no low income for a chair that had none.
  await sql`
    INSERT INTO device_usual_income (device_id, computed_at, outlet_id, source, amounts_minor, starts)
    VALUES (${deviceId}, ${new Date()}, ${outletId}, 'chair', ${hours(60_00)}, ${hours(0)})
    ON CONFLICT (device_id) DO UPDATE SET outlet_id = excluded.outlet_id, source = excluded.source,
      amounts_minor = excluded.amounts_minor, starts = excluded.starts`.execute(network.database);
  const manager = await network.addManager([outletId]);
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  return { ...phone, outletId, chair, deviceId };
}

/** The chair loses its power; its absence is one hour old as soon as the server has recorded it. */
async function cutPower(chair: Awaited<ReturnType<Network["addChair"]>>): Promise<void> {
  await chair.stop();
  const { deviceId } = chair;
  await expect
    .poll(async () => {
      const aged = await sql`
        UPDATE device_absence SET began_at = ${new Date(Date.now() - 3_600_000)}
        WHERE device_id = ${deviceId} AND ended_at IS NULL`.execute(network.database);
      return aged.rowCount;
    }, evaluated)
    .toBe(1);
}

it("[ALERT-1] [ALERT-2] [ALERT-3] a chair that goes offline is one alert with its cost, live, snoozed, and resolved", async () => {
  const { page, chair, deviceId, outletId, complaints, close } = await openManager();
  await visit(page, "/pages/home/home");
  const row = page.getByRole("link", { name: /^Alerts/ });
  await row.waitFor();
  expect(await row.innerText()).toBe("Alerts");
  const tab = page.getByRole("navigation").getByRole("link").first();
  expect(await tab.textContent()).not.toContain("open alerts");

  await cutPower(chair);
  await page.getByRole("link", { name: "Alerts 1 open" }).waitFor(evaluated);
  expect(await tab.textContent()).toContain("open alerts: 1");

  await page.getByRole("link", { name: "Alerts 1 open" }).click();
  const alert = page.getByRole("article", { name: `Chair ${deviceId} is offline` });
  await alert.getByText("Bonifacio High Street").waitFor();
  // An hour of usual income, and the minutes that the test took.
  await alert.getByText(/Estimated cost: ₱6\d\.\d\d/).waitFor();
  await alert.getByText("Check the chair's power and network connection.").waitFor();
  expect(await page.getByRole("article").count()).toBe(1);

  await alert.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("button", { name: "For 1 hour" }).click();
  await page.getByText("No open alerts").waitFor();
  await alert.getByText(/Snoozed until/).waitFor();
  expect(await tab.textContent()).not.toContain("open alerts");
  await alert.getByRole("button", { name: "End snooze" }).click();
  await alert.getByText(/Snoozed until/).waitFor({ state: "detached" });

  await alert.getByRole("link", { name: "Open chair" }).click();
  await page.getByRole("heading", { level: 1, name: `Chair ${deviceId}` }).waitFor();
  await alert.waitFor();
  const timeline = page.getByRole("list", { name: "Timeline" });
  await timeline.getByText(`Chair ${deviceId} is offline`).waitFor();
  await visit(page, `/pages/outlet/outlet?areaId=${outletId}`);
  await alert.waitFor();

  chair.start();
  await alert.waitFor({ state: "detached", ...evaluated });
  await visit(page, "/pages/alerts/alerts");
  await page.getByText("No open alerts").waitFor();
  await page.getByRole("radio", { name: "Resolved" }).check();
  await alert.getByText(/Estimated cost: ₱6\d\.\d\d/).waitFor();
  expect(await alert.getByRole("button").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
