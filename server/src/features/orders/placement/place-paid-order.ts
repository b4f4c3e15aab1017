import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { storeGuests } from "#features/login/index.ts";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createGathering, type Outcome } from "#platform/postgres/batcher.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { actorOf } from "#platform/http/caller.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { bookAtOnce } from "./book-immediate-income.ts";
import type { Placing } from "./validate-order.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { insertOrders } from "#features/orders/orders-store.ts";
import { redeemFor } from "./redeem-coupon.ts";
import { enqueueStart } from "#features/orders/execution/send-commands.ts";

type Placed = ReplyOf<typeof activate>;

export interface PaidOrder {
  readonly placing: Placing;
  readonly order: PlacedOrder;
  readonly code: string | null;
}

/**
 * Writes orders that are paid as they are placed, those of one moment in one transaction: the order, its money, its
 * roll-ups, its start and its answer. Where one of several finds its chair taken, all of them are written one by one.
 * @throws ProductError deviceInUse, or why the coupon is refused
 */
export const createWritePaid = (parts: OrderParts): ((paid: PaidOrder) => Promise<Placed>) =>
  createGathering<PaidOrder, Placed>({
    // Of two that want the same chair now, the second is only judged again by the database.
    keyOf: ({ order }) => order.deviceId,
    async work(batch) {
      failPoint("activate.before-commit");
      const outcomes = await transact(parts.database, (tx) => write(tx, parts, batch));
      failPoint("activate.committed");
      parts.wake();
      return outcomes;
    },
  });

async function write(
  tx: Transaction,
  parts: OrderParts,
  batch: readonly PaidOrder[],
): Promise<Outcome<Placed>[]> {
  const callers = batch.map(({ placing }) => placing.caller);
  await storeGuests(tx, callers, parts.clock.now());
  const outcomes = new Map<PaidOrder, Outcome<PlacedOrder>>();
  // In one order for everybody who takes several at once.
  const byCode = batch.toSorted((a, b) => ((a.code ?? "") < (b.code ?? "") ? -1 : 1));
  for (const paid of byCode) outcomes.set(paid, await payByCode(tx, parts, paid));
  const orders = [...outcomes].flatMap(([paid, outcome]) =>
    "value" in outcome ? [{ paid, order: outcome.value }] : [],
  );
  const inserted = await insertOrders(
    tx,
    orders.map(({ order }) => order),
  );
  if (!inserted) throw new ProductError("deviceInUse");
  for (const { paid, order } of orders) await writeAround(tx, paid.placing, order);
  failPoint("activate.written");
  return batch.map((paid) => {
    const outcome = outcomes.get(paid) as Outcome<PlacedOrder>;
    return "value" in outcome ? { value: placed(outcome.value) } : outcome;
  });
}

/** An order begins as paid, though its start is under way by then. */
const placed = ({ orderId }: PlacedOrder): Placed => ({ orderId, orderStatus: "paid", payment: null });

async function payByCode(
  tx: Transaction,
  parts: OrderParts,
  { placing, order, code }: PaidOrder,
): Promise<Outcome<PlacedOrder>> {
  try {
    return {
      value: await redeemFor(tx, parts, order, { code, expectedAmount: placing.request.expectedAmount }),
    };
  } catch (error) {
    // A coupon that is refused has changed nothing: the others of this transaction go on.
    if (error instanceof ProductError) return { error };
    throw error;
  }
}

async function writeAround(tx: Transaction, placing: Placing, order: PlacedOrder): Promise<void> {
  const { orderId, orderedAt: now } = order;
  await bookAtOnce(tx, order);
  await enqueueStart(tx, order, order.deadlineAt, now);
  await writeAudit(tx, {
    at: now,
    actor: actorOf(placing.caller),
    action: `order.${order.payType}`,
    subject: `order:${orderId}`,
  });
  await announceOrder(tx, order, now);
  await placing.remember(tx, placed(order));
}
