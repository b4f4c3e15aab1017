import type { PayType } from "@reposo/contract/orders/order-values.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** The offer to continue a massage whose chair failed, and the transfer that took it. */
export interface TransferRecord {
  /** The order whose chair failed. */
  readonly orderId: string;
  readonly minutes: number;
  /** The prices of the failed chair. */
  readonly priceGroupId: string;
  readonly offeredUntil: Date;
  readonly transferOrderId: string | null;
  /** When the refund was decided; null before. */
  readonly settledAt: Date | null;
}

/** What a paid order of the failed massage holds for its offer or transfer. */
export interface TransferPart {
  readonly orderId: string;
  readonly payType: PayType;
  /** What is refunded automatically if the minutes are not used. */
  readonly refundMinor: number;
  /** Value of the offered or used minutes; 0 after a refund instead. */
  readonly valueMinor: number;
}

const columns = sql`order_id AS "orderId", minutes, price_group_id AS "priceGroupId", offered_until AS "offeredUntil",
  transfer_order_id AS "transferOrderId", settled_at AS "settledAt"`;

export async function insertOffer(
  uow: UnitOfWork,
  offer: Pick<TransferRecord, "orderId" | "minutes" | "priceGroupId" | "offeredUntil">,
  parts: readonly Omit<TransferPart, "payType">[],
): Promise<void> {
  await sql`
    INSERT INTO order_transfer (order_id, minutes, price_group_id, offered_until)
    VALUES (${offer.orderId}, ${offer.minutes}, ${offer.priceGroupId}, ${offer.offeredUntil})`.execute(uow);
  for (const { orderId, refundMinor, valueMinor } of parts)
    await sql`
      INSERT INTO transfer_part (order_id, offer_id, refund_minor, value_minor)
      VALUES (${orderId}, ${offer.orderId}, ${refundMinor}, ${valueMinor})`.execute(uow);
}

/** Locks the offer of an order until the transaction ends. The caller holds the order's lock. */
export async function lockTransfer(uow: UnitOfWork, orderId: string): Promise<TransferRecord | null> {
  return sql<TransferRecord>`
    SELECT ${columns} FROM order_transfer WHERE order_id = ${orderId} FOR UPDATE`.rowOrNull(uow);
}

/** Returns an offer that can still be taken, with the amount that is refunded otherwise. */
export async function findOpenOffer(
  db: Querier,
  orderId: string,
  now: Date,
): Promise<(TransferRecord & { readonly refundMinor: number }) | null> {
  return sql<TransferRecord & { refundMinor: number }>`
    SELECT ${columns}, (SELECT coalesce(sum(part.refund_minor), 0)::bigint FROM transfer_part part
      WHERE part.offer_id = order_transfer.order_id) AS "refundMinor"
    FROM order_transfer
    WHERE order_id = ${orderId} AND transfer_order_id IS NULL AND settled_at IS NULL
      AND offered_until > ${now}`.rowOrNull(db);
}

/** Returns the parts of an offer, that of the order itself first. */
export async function partsOf(db: Querier, orderId: string): Promise<TransferPart[]> {
  return sql<TransferPart>`
    SELECT part.order_id AS "orderId", o.pay_type AS "payType", part.refund_minor AS "refundMinor",
      part.value_minor AS "valueMinor"
    FROM transfer_part part JOIN orders o USING (order_id)
    WHERE part.offer_id = ${orderId} ORDER BY part.order_id <> part.offer_id, part.order_id`.rows(db);
}

/** Records the order that continues the massage. The caller holds the lock of the offer, which is open. */
export async function takeOffer(uow: UnitOfWork, orderId: string, transferOrderId: string): Promise<void> {
  await sql`
    UPDATE order_transfer SET transfer_order_id = ${transferOrderId} WHERE order_id = ${orderId}`.execute(
    uow,
  );
}

export async function markSettled(uow: UnitOfWork, orderId: string, now: Date): Promise<void> {
  await sql`UPDATE order_transfer SET settled_at = ${now} WHERE order_id = ${orderId}`.execute(uow);
}

export async function setPartValue(uow: UnitOfWork, orderId: string, valueMinor: number): Promise<void> {
  await sql`UPDATE transfer_part SET value_minor = ${valueMinor} WHERE order_id = ${orderId}`.execute(uow);
}
