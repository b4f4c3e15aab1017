import { closeCaseAbout } from "#features/cases/index.ts";
import { moneyOfOrder } from "#features/orders/benefits/order-money-store.ts";
import { findUnmadeRefunds, reduceRefund } from "#features/payments/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Reduces refunds that the provider has not made to what is left of the payment, because a person has refunded it in the
 * provider's console, or a bank has withdrawn it. The caller holds the locks of the refunds and of the order.
 */
export async function reduceUnmadeRefunds(uow: UnitOfWork, orderId: string, now: Date): Promise<void> {
  const unmade = await findUnmadeRefunds(uow, orderId);
  const unmadeMinor = unmade.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const { receivedMinor, returnedMinor, disputedMinor } = await moneyOfOrder(uow, orderId);
  let left = Math.max(0, receivedMinor - (returnedMinor - unmadeMinor) - disputedMinor);
  for (const { refundId, amountMinor } of unmade) {
    const reduced = Math.min(amountMinor, left);
    left -= reduced;
    if (reduced === amountMinor) continue;
    await reduceRefund(uow, refundId, reduced, now);
    if (reduced === 0) await closeCaseAbout(uow, { kind: "refundFailed", subject: refundId, closedAt: now });
  }
}
