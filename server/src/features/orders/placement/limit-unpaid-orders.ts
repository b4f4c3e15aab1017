import { createHash } from "node:crypto";
import { ProductError } from "#platform/http/product-error.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import {
  countUnpaid,
  hasPaidBefore,
  lockUnpaidCounts,
  nextUnpaidAt,
  type UnpaidPlacing,
} from "./unpaid-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Orders placed within the time that a payment may take, and not paid; a cancelled one counts until then. */
export interface UnpaidLimits {
  readonly perCustomer: number;
  readonly perAddress: number;
  /** One address may place a quarter of them. */
  readonly perChair: number;
  /** Percent of a coupon's remaining uses that unpaid orders of one address may hold; at least one use. */
  readonly couponPercentPerAddress: number;
}

/** Addresses are compared only, so a hash of them is enough. */
export const hashOfAddress = (address: string): Buffer => createHash("sha256").update(address).digest();

/**
 * Bounds orders that nobody pays for, per customer, address and chair, exactly under concurrency: the transaction that
 * places the order holds the locks of all three until it ends. A customer who has paid before is bound by the
 * customer's own limit only, since others at the same address or chair must not keep them from ordering.
 * @throws ProductError unpaidOrders with the time until one more is allowed
 */
export async function boundUnpaidOrders(
  uow: UnitOfWork,
  { clock, times, unpaidLimits }: Pick<OrderParts, "clock" | "times" | "unpaidLimits">,
  placing: UnpaidPlacing,
): Promise<void> {
  const now = clock.now();
  const windowMs = times.paymentMs;
  const since = later(now, -windowMs);
  await lockUnpaidCounts(uow, placing);
  const counts = await countUnpaid(uow, placing, since);
  const { senderId, addressHash, deviceId } = placing;
  const { perCustomer, perAddress, perChair } = unpaidLimits;
  const bounds = [
    { count: counts.ofSender, limit: perCustomer, of: { senderId } },
    { count: counts.ofAddressOnChair, limit: Math.ceil(perChair / 4), of: { addressHash, deviceId } },
    { count: counts.ofChair, limit: perChair, of: { deviceId } },
    { count: counts.ofAddress, limit: perAddress, of: { addressHash } },
  ];
  const reached = bounds.find(({ count, limit }) => count >= limit);
  if (reached === undefined) return;
  if (!("senderId" in reached.of) && (await hasPaidBefore(uow, senderId))) return;
  const excess = reached.count - reached.limit;
  const nextAt = (await nextUnpaidAt(uow, reached.of, { since, windowMs, excess })) ?? later(now, windowMs);
  throw new ProductError("unpaidOrders", { data: waitUntil(nextAt, now) });
}

/** For a refusal that passes: how long, as the message says it and as a program reads it. */
export function waitUntil(at: Date, now: Date): { minutes: number; retryAfterSeconds: number } {
  const retryAfterSeconds = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
  return { minutes: Math.ceil(retryAfterSeconds / 60), retryAfterSeconds };
}
