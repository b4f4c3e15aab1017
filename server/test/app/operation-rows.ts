import { randomUUID } from "node:crypto";
import type { Database } from "#platform/postgres/database.ts";
import type { Ids } from "#test/clients/expected-access.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { makeManager, makeOrder } from "./network-factory.ts";
import type { PricedOutlet } from "./order-app.ts";

/** IDs of rows that do not exist. */
export const absentIds = (): Ids => ({
  deviceId: "NOSUCH00",
  areaId: "no-such-area",
  orderId: randomUUID(),
  priceId: randomUUID(),
  feedbackId: randomUUID(),
  collectionId: randomUUID(),
  alertId: randomUUID(),
});

type OutletWithDevice = PricedOutlet & { readonly deviceId: string };

/**
 * Returns a function that inserts the rows to which the calls of `operation-access.ts` refer. It inserts a separate
 * order for each call, because some calls end the order.
 * @param at creation time of the rows
 */
export function createOperationRows(owner: Database, at: Date) {
  let collections = 0;

  /** `ordererId`: customer of the unpaid order; `customerId`: customer of the order with feedback. */
  async function insert(
    { deviceId, outletId, priceIds }: OutletWithDevice,
    { ordererId, customerId }: { ordererId: string | null; customerId: string },
  ): Promise<Ids> {
    const orderId = await makeOrder(owner, { deviceId, outletId, status: "unpaid", customerId: ordererId });
    await insertRows(owner, "order_transition", [
      {
        order_id: orderId,
        step: 1,
        from_status: null,
        to_status: "unpaid",
        cause: "ordered",
        at: new Date(),
      },
    ]);
    // An unpaid order accepts one feedback, which the call may send.
    const other = { deviceId, outletId, customerId, status: "cancelled" } as const;
    const feedbackId = await makeFeedback({ ...other, orderId: await makeOrder(owner, other) });
    const collectionId = await makeCollection(deviceId, outletId);
    const alertId = await makeAlert(deviceId, outletId);
    return { deviceId, areaId: outletId, orderId, priceId: priceIds[0], feedbackId, collectionId, alertId };
  }

  async function makeAlert(deviceId: string, outletId: string): Promise<string> {
    const alertId = randomUUID();
    await insertRows(owner, "alert", [
      {
        alert_id: alertId,
        kind: "chairOffline",
        cause: `test:${alertId}`,
        outlet_id: outletId,
        device_id: deviceId,
        device_ids: [deviceId],
        since: at,
        quantity: 1,
        opened_at: at,
      },
    ]);
    return alertId;
  }

  async function makeCollection(deviceId: string, outletId: string): Promise<string> {
    const { caller } = await makeManager(owner, { outletIds: [outletId] });
    const collectionId = randomUUID();
    collections += 1;
    await insertRows(owner, "cash_collection", [
      {
        collection_id: collectionId,
        kind: "collection",
        device_id: deviceId,
        outlet_id: outletId,
        currency: "PHP",
        counted_minor: 0,
        expected_minor: 0,
        coins_total_minor: 0,
        collected_at: new Date(at.getTime() - collections * 1000),
        collected_by: caller.accountId,
        recorded_at: at,
        recorded_by: caller.accountId,
      },
    ]);
    return collectionId;
  }

  async function makeFeedback(of: {
    orderId: string;
    deviceId: string;
    outletId: string;
    customerId: string;
  }): Promise<string> {
    const feedbackId = randomUUID();
    const digits = feedbackId.slice(0, 8).toUpperCase();
    await insertRows(owner, "feedback", [
      {
        feedback_id: feedbackId,
        reference: `FB-${digits.slice(0, 4)}-${digits.slice(4)}`,
        order_id: of.orderId,
        outlet_id: of.outletId,
        device_id: of.deviceId,
        customer_id: of.customerId,
        account_id: null,
        problem: "It did not start",
        abnormal: "",
        media_count: 0,
        state: "sent",
        outcome: null,
        answer: null,
        coupon_code: null,
        refund_requested_minor: null,
        created_at: at,
        answered_at: null,
        closed_at: null,
        number: null,
      },
    ]);
    return feedbackId;
  }

  return insert;
}
