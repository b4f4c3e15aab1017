import { randomUUID } from "node:crypto";
import { alertKinds } from "@reposo/contract/alerts/alert-kinds.ts";
import type { Page } from "playwright-core";
import type { Network } from "#stage/network.ts";
import type { ScreenState } from "./screen-state.ts";
import { insertRows } from "@reposo/server/test/database/insert-rows.ts";

type To = (address: string, selector: string) => (page: Page) => Promise<void>;

/**
 * Returns the states of the alerts page: open alerts of every kind, resolved alerts, and the sheets. The server's
 * evaluation resolves the inserted open alerts, so each state inserts them again.
 */
export async function alertStates(
  { database, addDevice }: Network,
  outletId: string,
  to: To,
): Promise<ScreenState[]> {
  const deviceId = await addDevice(outletId);
  const hourMs = 3_600_000;
  async function addAlerts(isResolved: boolean): Promise<void> {
    const now = Date.now();
    for (const [index, kind] of alertKinds.entries())
      await insertRows(database, "alert", [
        {
          alert_id: randomUUID(),
          kind,
          cause: `screens:${randomUUID()}`,
          outlet_id: outletId,
          device_id: ["outletOffline", "refundWaiting", "feedbackWaiting"].includes(kind) ? null : deviceId,
          device_ids: [],
          since: new Date(now - (index + 1) * hourMs),
          quantity: index + 1,
          amount_minor: 123_456_00,
          fault: kind === "chairFault" ? "E07" : null,
          opened_at: new Date(now - index * hourMs),
          resolved_at: isResolved ? new Date(now) : null,
          final_cost_minor: isResolved ? 98_765_43 : null,
        },
      ]);
  }
  await addAlerts(true);
  // In a wide window, a table, beside which a selected alert is shown.
  const alert = "article, main [data-row]";
  const open = async (page: Page): Promise<void> => {
    await addAlerts(false);
    await to("/pages/alerts/alerts", alert)(page);
  };
  return [
    { name: "alerts", role: "manager", open: open },
    { name: "alerts-resolved", role: "manager", open: to("/pages/alerts/alerts?view=resolved", alert) },
    {
      name: "alerts-snooze",
      role: "manager",
      open: async (page) => {
        await open(page);
        if ((await page.locator("article").count()) === 0)
          await page.locator("main [data-row]").first().click();
        await page.locator("article button").first().click();
        await page.locator("dialog button").nth(3).waitFor();
      },
    },
  ];
}
