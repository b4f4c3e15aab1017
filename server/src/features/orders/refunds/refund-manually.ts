import { randomUUID } from "node:crypto";
import type { Currency } from "@reposo/contract/fields.ts";
import { type Payments, sumRefunds } from "#features/payments/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { OrderRecord } from "#features/orders/order-record.ts";
import { findOrderIdByNumber, lockOrder } from "#features/orders/orders-store.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { returnMoney } from "./refund-order.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface RefundByHand {
  /** Id, or the number that people read. */
  readonly order: string;
  /** Minor units; null: all that is left of what was taken. */
  readonly amountMinor: number | null;
  readonly reason: string;
  readonly actor: string;
  /** The same key gives back once, however often it is tried. */
  readonly key?: string;
}

export type RefundOutcome =
  | {
      readonly kind: "begun";
      readonly orderId: string;
      /** Names the refund among those of its order. */
      readonly refundReason: string;
      readonly amountMinor: number;
      readonly currency: Currency;
      readonly online: boolean;
    }
  | { readonly kind: "noOrder" }
  /** It took no money, is still under way, or has given it back by itself. */
  | { readonly kind: "nothingToReturn"; readonly status: string }
  | { readonly kind: "tooMuch"; readonly leftMinor: number; readonly currency: Currency };

/** The order, by id or by the number that people read, locked, and what of it can still be given back by hand. */
export async function lockRefundable(
  uow: UnitOfWork,
  named: string,
): Promise<{ readonly order: OrderRecord; readonly leftMinor: number } | null> {
  const orderId = isUuid(named) ? named : await findOrderIdByNumber(uow, named);
  const order = orderId === null ? null : await lockOrder(uow, orderId);
  return order && { order, leftMinor: await leftToReturn(uow, order) };
}

/** Minor units; nothing of what is under way, or gives everything back by itself. */
export async function leftToReturn(
  db: Querier,
  order: Pick<OrderRecord, "orderId" | "status" | "amountMinor">,
): Promise<number> {
  if (order.status !== "completed" || order.amountMinor === 0) return 0;
  return Math.max(0, order.amountMinor - (await sumRefunds(db, order.orderId)));
}

/**
 * Gives back what an operator has decided: of a massage that is over, no more than is left of its price. A payment
 * goes back through its company, once; cash is written down as handed over now.
 */
export async function refundByHand(
  uow: UnitOfWork,
  parts: { readonly clock: Clock; readonly payments: Payments },
  { order: named, amountMinor, reason, actor, key = randomUUID() }: RefundByHand,
): Promise<RefundOutcome> {
  const found = await lockRefundable(uow, named);
  if (found === null) return { kind: "noOrder" };
  const { order, leftMinor } = found;
  const { currency, status } = order;
  if (leftMinor === 0) return { kind: "nothingToReturn", status };
  const returned = amountMinor ?? leftMinor;
  if (returned > leftMinor) return { kind: "tooMuch", leftMinor, currency };
  const now = parts.clock.now();
  const refundReason = `byHand-${key}` as const;
  await returnMoney(uow, parts, order, { amountMinor: returned, reason: refundReason }, now);
  addAuditEntry(uow, {
    at: now,
    actor,
    action: "order.refund",
    subject: `order:${order.orderId}`,
    detail: { amountMinor: returned, currency, reason },
  });
  const online = order.payType === "online";
  return { kind: "begun", orderId: order.orderId, refundReason, amountMinor: returned, currency, online };
}
