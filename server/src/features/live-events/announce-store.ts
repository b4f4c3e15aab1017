import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";

export interface Announcement {
  readonly name: "order" | "device" | "revenue";
  readonly outletId: string;
  /** The customer whose order this is; nobody else's stream carries it, but for the outlet's managers. */
  readonly customerId?: string | null;
  /** The order's, device's or outlet's id. */
  readonly subject: string;
  readonly at: Date;
}

/** Tells browsers that something changed, in the transaction that changes it. */
export async function announce(tx: Transaction, ...news: Announcement[]): Promise<void> {
  const rows = news.map(
    ({ name, outletId, customerId = null, subject, at }) =>
      sql`(${name}, ${outletId}, ${customerId}::uuid, ${subject}, ${at}::timestamptz)`,
  );
  await sql`
    INSERT INTO live_event (name, outlet_id, customer_id, subject, created_at)
    VALUES ${sql.join(rows)}`.execute(tx);
}
