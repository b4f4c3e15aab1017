import type { Currency } from "@reposo/contract/fields.ts";
import { lockWithRequest, type OpenRequest } from "./decide-refund-request.ts";
import type { RefundDependencies } from "./refund-order.ts";
import { refundManually, type RefundOutcome } from "./refund-manually.ts";
import { findRecentRefund } from "./refund-requests-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type DirectRefundOutcome =
  | RefundOutcome
  | (OpenRequest & { readonly kind: "requestOpen" })
  | {
      readonly kind: "recentlyRefunded";
      readonly at: Date;
      readonly amountMinor: number;
      readonly currency: Currency;
    };

/** A second manual refund of the same amount within this time must be confirmed. */
export const duplicateRefundMinutes = 10;

/**
 * Refunds an order that has no open refund request; an open request must be decided first. `again` confirms a second
 * refund of the same amount within `duplicateRefundMinutes`.
 */
export async function refundWithoutRequest(
  uow: UnitOfWork,
  dependencies: RefundDependencies,
  { again, ...refund }: Parameters<typeof refundManually>[2] & { readonly again: boolean },
): Promise<DirectRefundOutcome> {
  const { order, request } = await lockWithRequest(uow, refund.order);
  if (request !== null) return { kind: "requestOpen", ...request };
  const { amountMinor } = refund;
  if (order !== null && amountMinor !== null && !again) {
    const { orderId, currency } = order;
    const since = new Date(dependencies.clock.now().getTime() - duplicateRefundMinutes * 60_000);
    const at = await findRecentRefund(uow, { orderId, amountMinor, since });
    if (at !== null) return { kind: "recentlyRefunded", at, amountMinor, currency };
  }
  return refundManually(uow, dependencies, refund);
}
