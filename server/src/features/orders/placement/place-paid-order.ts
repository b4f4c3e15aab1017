import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { activate } from "@reposo/contract/orders.ts";
import { storeGuests } from "#features/login/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createBatcher, type Outcome } from "#platform/postgres/batcher.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { actorOf } from "#platform/http/caller.ts";
import { bookAtOnce } from "./book-immediate-income.ts";
import type { Placing } from "./validate-order.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { PlacedOrder } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { insertOrders } from "#features/orders/orders-store.ts";
import { redeemFor } from "./redeem-coupon.ts";
import { enqueueStart } from "#features/orders/execution/send-commands.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

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
  createBatcher<PaidOrder, Placed>({
    // Of two that want the same chair now, the second is only judged again by the database.
    keyOf: ({ order }) => order.deviceId,
    async processBatch(batch) {
      failPoint("activate.before-commit");
      const outcomes = await transact(parts.database, (uow) => write(uow, parts, batch));
      failPoint("activate.committed");
      parts.wake();
      return outcomes;
    },
  });

async function write(
  uow: UnitOfWork,
  parts: OrderParts,
  batch: readonly PaidOrder[],
): Promise<Outcome<Placed>[]> {
  const callers = batch.map(({ placing }) => placing.caller);
  await storeGuests(uow, callers, parts.clock.now());
  const outcomes = new Map<PaidOrder, Outcome<PlacedOrder>>();
  // In one order for everybody who takes several at once.
  const byCode = batch.toSorted((a, b) => ((a.code ?? "") < (b.code ?? "") ? -1 : 1));
  for (const paid of byCode) outcomes.set(paid, await payByCode(uow, parts, paid));
  const orders = [...outcomes].flatMap(([paid, outcome]) =>
    "value" in outcome ? [{ paid, order: outcome.value }] : [],
  );
  const inserted = await insertOrders(
    uow,
    orders.map(({ order }) => order),
  );
  if (!inserted) throw new ProductError("deviceInUse");
  for (const { paid, order } of orders) await writeAround(uow, paid.placing, order);
  failPoint("activate.written");
  return batch.map((paid) => {
    const outcome = outcomes.get(paid) as Outcome<PlacedOrder>;
    return "value" in outcome ? { value: placed(outcome.value) } : outcome;
  });
}

/** An order begins as paid, though its start is under way by then. */
const placed = ({ orderId }: PlacedOrder): Placed => ({ orderId, orderStatus: "paid", payment: null });

async function payByCode(
  uow: UnitOfWork,
  parts: OrderParts,
  { placing, order, code }: PaidOrder,
): Promise<Outcome<PlacedOrder>> {
  try {
    return {
      value: await redeemFor(uow, parts, order, { code, expectedAmount: placing.request.expectedAmount }),
    };
  } catch (error) {
    // A coupon that is refused has changed nothing: the others of this transaction go on.
    if (error instanceof ProductError) return { error };
    throw error;
  }
}

async function writeAround(uow: UnitOfWork, placing: Placing, order: PlacedOrder): Promise<void> {
  const { orderId, orderedAt: now } = order;
  bookAtOnce(uow, order);
  enqueueStart(uow, order, order.deadlineAt, now);
  addAuditEntry(uow, {
    at: now,
    actor: actorOf(placing.caller),
    action: `order.${order.payType}`,
    subject: `order:${orderId}`,
  });
  announceOrder(uow, order, now);
  placing.remember(uow, placed(order));
}
