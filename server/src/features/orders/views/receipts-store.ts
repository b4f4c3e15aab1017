import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import type { Translations } from "#platform/text/translations.ts";

export interface ReceiptRecord {
  /** Null without a confirmed payment. */
  readonly paymentProvider: string | null;
  /** Null for an order without a price. */
  readonly priceName: string | null;
  /** The price's name by language; a language without an entry has `priceName`. */
  readonly priceNames: Translations | null;
}

/** Returns what a receipt states about the purchase besides the order; null for an unknown order. */
export const findReceipt = (db: Querier, orderId: string): Promise<ReceiptRecord | null> =>
  sql<ReceiptRecord>`
    SELECT payment.provider AS "paymentProvider", price.name AS "priceName", price.names AS "priceNames"
    FROM orders o LEFT JOIN price USING (price_id)
    LEFT JOIN payment ON payment.order_id = o.order_id AND payment.state = 'confirmed'
    WHERE o.order_id = ${orderId}`.rowOrNull(db);
