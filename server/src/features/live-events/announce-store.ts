import { sql } from "#platform/postgres/sql.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface Announcement {
  readonly name: "order" | "device" | "revenue" | "alerts";
  readonly outletId: string;
  /**
   * The customer of the order. An order's event is sent to this customer, to customers who were granted the
   * order, and to managers.
   */
  readonly customerId?: string | null;
  /** ID of the order, device, or outlet. */
  readonly subject: string;
  readonly at: Date;
}

const events: DeferredRows<Announcement> = {
  stage: "events",
  statement(rows) {
    // The current state is read when the event is sent, so one event per subject is enough.
    const unique = [
      ...new Map(rows.map((row) => [`${row.name} ${row.outletId} ${row.subject}`, row])).values(),
    ];
    const column = <K extends keyof Announcement>(name: K) => unique.map((row) => row[name] ?? null);
    return sql`
      INSERT INTO live_event (name, outlet_id, customer_id, subject, created_at)
      SELECT * FROM unnest(${column("name")}::text[], ${column("outletId")}::text[], ${column("customerId")}::uuid[],
        ${column("subject")}::text[], ${unique.map((row) => row.at.toISOString())}::timestamptz[])`;
  },
};

/** Publishes a change to browsers, in the transaction that makes it. */
export const publishEvents = (uow: UnitOfWork, ...rows: Announcement[]): void => uow.defer(events, rows);
