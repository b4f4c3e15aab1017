import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";
import { type LateRows, writeLate } from "#platform/postgres/transactions.ts";

export interface Announcement {
  readonly name: "order" | "device" | "revenue" | "alerts";
  readonly outletId: string;
  /** The customer whose order this is; nobody else's stream carries it, but for the outlet's managers. */
  readonly customerId?: string | null;
  /** The order's, device's or outlet's id. */
  readonly subject: string;
  readonly at: Date;
}

const news: LateRows<Announcement> = {
  rank: "news",
  statement(rows) {
    // A subject is shown as it is when it is read: twice in one transaction is once too often.
    const once = [
      ...new Map(rows.map((row) => [`${row.name} ${row.outletId} ${row.subject}`, row])).values(),
    ];
    const column = <K extends keyof Announcement>(name: K) => once.map((row) => row[name] ?? null);
    return sql`
      INSERT INTO live_event (name, outlet_id, customer_id, subject, created_at)
      SELECT * FROM unnest(${column("name")}::text[], ${column("outletId")}::text[], ${column("customerId")}::uuid[],
        ${column("subject")}::text[], ${once.map((row) => row.at.toISOString())}::timestamptz[])`;
  },
};

/** Tells browsers that something changed, in the transaction that changes it. */
export const announce = (tx: Querier, ...rows: Announcement[]): Promise<void> => writeLate(tx, news, rows);
