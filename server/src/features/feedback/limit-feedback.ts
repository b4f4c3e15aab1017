import { createHash } from "node:crypto";
import { acceptsMedia } from "@reposo/contract/feedback/feedback-limits.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { countInDay } from "#platform/postgres/attempt-window.ts";
import { hasPaidBefore } from "#features/orders/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { FeedbackCaller } from "./feedback-access.ts";

const perDayAndCustomer = 5;
const perDayAndAddress = 20;

/**
 * Limits a customer's feedback on orders without a payment that stays per day, because anybody can place such orders,
 * and feedback is never deleted. The limits apply per customer and per IP address. The counts are written in the
 * transaction of the feedback, so only stored feedback counts, and concurrent feedback cannot exceed a limit.
 * @throws ProductError feedbackDailyLimit with the seconds until the next UTC day
 */
export async function limitUnpaidFeedback(
  uow: UnitOfWork,
  clock: Clock,
  {
    caller,
    order,
    address,
  }: { caller: FeedbackCaller; order: Parameters<typeof acceptsMedia>[0]; address: string },
): Promise<void> {
  if (caller.kind !== "customer" || acceptsMedia(order)) return;
  // Stores a hash, because the address is only compared.
  const addressHash = createHash("sha256").update(address).digest("base64url");
  const ofCustomer = await countInDay(
    uow,
    clock,
    `feedback customer ${caller.customerId}`,
    perDayAndCustomer,
  );
  requireAllowed(ofCustomer);
  // Other people at the same address must not block a customer who has paid before.
  if (await hasPaidBefore(uow, caller.customerId)) return;
  requireAllowed(await countInDay(uow, clock, `feedback address ${addressHash}`, perDayAndAddress));
}

function requireAllowed({ allowed, retryAfterSeconds }: Awaited<ReturnType<typeof countInDay>>): void {
  if (!allowed) throw new ProductError("feedbackDailyLimit", { data: { retryAfterSeconds } });
}
