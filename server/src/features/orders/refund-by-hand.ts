import { randomUUID } from "node:crypto";
import { type Payments, promisedBack } from "#features/payments/index.ts";
import { writeAudit } from "#platform/audit-trail.ts";
import type { Clock } from "#platform/clock.ts";
import type { Transaction } from "#platform/database.ts";
import { findOrderIdByNumber, lockOrder } from "./orders-store.ts";
import { isUuid } from "./order-id.ts";
import { returnMoney } from "./return-money.ts";

export interface RefundByHand {
  /** Id, or the number that people read. */
  readonly order: string;
  /** Minor units; null: all that is left of what was taken. */
  readonly amountMinor: number | null;
  readonly reason: string;
  readonly actor: string;
}

export type RefundOutcome =
  | {
      readonly kind: "begun";
      readonly amountMinor: number;
      readonly currency: string;
      readonly online: boolean;
    }
  | { readonly kind: "noOrder" }
  /** It took no money, is still under way, or has given it back by itself. */
  | { readonly kind: "nothingToReturn"; readonly status: string }
  | { readonly kind: "tooMuch"; readonly leftMinor: number; readonly currency: string };

/**
 * Gives back what an operator has decided: of a massage that is over, no more than is left of its price. A payment
 * goes back through its company, once; cash is written down as handed over now.
 */
export async function refundByHand(
  tx: Transaction,
  parts: { readonly clock: Clock; readonly payments: Payments },
  { order: named, amountMinor, reason, actor }: RefundByHand,
): Promise<RefundOutcome> {
  const orderId = isUuid(named) ? named : await findOrderIdByNumber(tx, named);
  const order = orderId === null ? null : await lockOrder(tx, orderId);
  if (order === null) return { kind: "noOrder" };
  const { currency, status } = order;
  // What failed gives everything back by itself.
  if (status !== "completed") return { kind: "nothingToReturn", status };
  const leftMinor = order.amountMinor - (await promisedBack(tx, order.orderId));
  if (leftMinor <= 0) return { kind: "nothingToReturn", status };
  const returned = amountMinor ?? leftMinor;
  if (returned > leftMinor) return { kind: "tooMuch", leftMinor, currency };
  const now = parts.clock.now();
  await returnMoney(tx, parts, order, { amountMinor: returned, reason: `byHand-${randomUUID()}` }, now);
  await writeAudit(tx, {
    at: now,
    actor,
    action: "order.refund",
    subject: `order:${order.orderId}`,
    detail: { amountMinor: returned, currency, reason },
  });
  return { kind: "begun", amountMinor: returned, currency, online: order.payType === "online" };
}
