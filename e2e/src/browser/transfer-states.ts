import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Page } from "playwright-core";
import type { Network } from "#stage/network.ts";
import { recordIncome } from "#stage/record-income.ts";
import type { ScreenState } from "./screen-state.ts";
import { visit } from "./steps.ts";

interface Stage {
  readonly network: Network;
  readonly outletId: string;
  readonly to: (address: string, selector: string) => (page: Page) => Promise<unknown>;
  readonly withPaid: (
    open: (page: Page, chair: VirtualChair) => Promise<unknown>,
  ) => (page: Page) => Promise<unknown>;
}

const offer = "section[class*=transfer-offer]";

/** Returns the states of an order whose massage can continue, or has continued, on another chair (CHAIR-6). */
export async function transferStates({ network, outletId, to, withPaid }: Stage): Promise<ScreenState[]> {
  const { owner } = network;
  /** Offers to continue an order instead of its refund. The server of the tests offers nothing and refunds at once. */
  const offerTransfer = async (orderId: string) => {
    await sql`DELETE FROM refund WHERE order_id = ${orderId}`.execute(owner);
    await sql`UPDATE orders SET refunded_minor = 0 WHERE order_id = ${orderId}`.execute(owner);
    await sql`
      INSERT INTO order_transfer (order_id, minutes, price_group_id, offered_until)
      SELECT order_id, minutes - 1, price_group_id, now() + interval '1 day'
      FROM orders JOIN device USING (device_id) WHERE order_id = ${orderId}`.execute(owner);
    await sql`INSERT INTO transfer_part VALUES (${orderId}, ${orderId}, 4500, 0)`.execute(owner);
  };
  const ofManager = await recordIncome(network.database, {
    outletId,
    deviceId: await network.addDevice(outletId),
    at: systemClock.now(),
    payType: "online",
    amountMinor: 50_00,
  });
  await sql`UPDATE orders SET end_reason = 'fault' WHERE order_id = ${ofManager}`.execute(owner);
  await offerTransfer(ofManager);
  const offered = (open: (page: Page, orderId: string) => Promise<unknown>) =>
    withPaid(async (page, chair) => {
      chair.setFaultCode("E07-ROLLER");
      await page.locator("[class*=countdown-ending]").waitFor();
      const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
      await offerTransfer(orderId);
      // Each state has an idle chair, because one of them starts it.
      await network.addChair(outletId);
      await page.reload();
      await open(page, orderId);
    });
  return [
    {
      name: "transfer-offer",
      role: "customer",
      open: offered((page) => page.locator(`${offer} li button`).first().waitFor()),
    },
    {
      name: "transfer-question",
      role: "customer",
      open: offered(async (page) => {
        await page.locator(`${offer} li button`).first().click();
        await page.locator("dialog[open]").waitFor();
      }),
    },
    {
      name: "transfer-started",
      role: "customer",
      open: offered(async (page, orderId) => {
        await page.locator(`${offer} li button`).first().click();
        await page.locator("dialog[open] button").nth(1).click();
        await page.waitForURL(({ searchParams }) => searchParams.get("orderId") !== orderId);
        await visit(page, `/pages/deviceOrder/order?orderId=${orderId}`);
        await page.locator("main a[href*=deviceOrder]").first().waitFor();
      }),
    },
    {
      name: "order-transfer",
      role: "manager",
      open: async (page) => {
        await network.addChair(outletId);
        await to(`/pages/order/order?orderId=${ofManager}`, `${offer} li button`)(page);
      },
    },
  ];
}
