import { createHash } from "node:crypto";
import { ProductError } from "#platform/http/product-error.ts";
import { hasPaidBefore } from "#features/orders/benefits/order-money-store.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import {
  countUnpaid,
  lockUnpaidCounts,
  nextUnpaidAt,
  type UnpaidOrderSource,
} from "./unpaid-orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Returns the hash of an IP address, which is stored instead of the address because addresses are only compared. */
export const hashOfAddress = (address: string): Buffer => createHash("sha256").update(address).digest();

/**
 * More transactions than the servers of a network execute at the same time. As long as so many orders are allowed in
 * addition to those counted, concurrent orders cannot exceed the limit without a lock.
 */
const maxConcurrent = 100;

/** Share of a chair's limit that one IP address may use, so that it cannot block the chair for all others. */
const shareOfOneAddress = 1 / 4;

/**
 * Limits unpaid orders per customer, per IP address, per chair, and per IP address at one chair. Concurrent orders
 * cannot exceed a limit, because the transaction holds locks for customer, chair, and address until it ends. The
 * address is locked only near its limit: the customers of a mall share an address, and would wait for each other while a
 * busy server sends the statements of a transaction. For a customer who has paid before, only the limit per customer
 * applies, because other people at the same address or chair must not block such a customer.
 * @throws ProductError unpaidOrders with the time until the reached limit allows one more order
 */
export async function limitUnpaidOrders(
  uow: UnitOfWork,
  { clock, times, unpaidLimits }: Pick<OrderDependencies, "clock" | "times" | "unpaidLimits">,
  source: UnpaidOrderSource,
): Promise<void> {
  const now = clock.now();
  const windowMs = times.paymentMs;
  const since = later(now, -windowMs);
  const { senderId, addressHash, deviceId } = source;
  const { perCustomer, perAddress, perChair } = unpaidLimits;
  const { ofAddress } = await countUnpaid(uow, source, since);
  await lockUnpaidCounts(uow, source, { locksAddress: ofAddress + maxConcurrent >= perAddress });
  const counts = await countUnpaid(uow, source, since);
  const bounds = [
    { count: counts.ofSender, limit: perCustomer, of: { senderId } },
    {
      count: counts.ofAddressOnChair,
      limit: Math.ceil(perChair * shareOfOneAddress),
      of: { addressHash, deviceId },
    },
    { count: counts.ofChair, limit: perChair, of: { deviceId } },
    { count: counts.ofAddress, limit: perAddress, of: { addressHash } },
  ];
  const reached = bounds.find(({ count, limit }) => count >= limit);
  if (reached === undefined) return;
  if (!("senderId" in reached.of) && (await hasPaidBefore(uow, senderId))) return;
  const excess = reached.count - reached.limit;
  const nextAt = (await nextUnpaidAt(uow, reached.of, { since, windowMs, excess })) ?? later(now, windowMs);
  throw new ProductError("unpaidOrders", { data: retryData(nextAt, now) });
}

/**
 * Returns the waiting time until `at`: in minutes for the error message, and in seconds for the client. Each is at
 * least 1.
 */
export function retryData(at: Date, now: Date): { minutes: number; retryAfterSeconds: number } {
  const retryAfterSeconds = Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
  return { minutes: Math.ceil(retryAfterSeconds / 60), retryAfterSeconds };
}
