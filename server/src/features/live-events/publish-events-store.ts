import { sql } from "#platform/postgres/sql.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface NewLiveEvent {
  readonly name: "order" | "device" | "revenue" | "alerts";
  readonly outletId: string;
  /**
   * The customer of the order, or the sender of the feedback that has changed. The event of an order is sent to this
   * customer, to customers who have redeemed a ticket of the order, and to managers.
   */
  readonly customerId?: string | null;
  /** ID of the changed order, device, or outlet. */
  readonly subject: string;
  readonly at: Date;
}

const events: DeferredRows<NewLiveEvent> = {
  stage: "events",
  statement(rows) {
    // One event per subject is enough, because the server reads the current state when it sends the event.
    const unique = [
      ...new Map(rows.map((row) => [`${row.name} ${row.outletId} ${row.subject}`, row])).values(),
    ];
    const column = <K extends keyof NewLiveEvent>(name: K) => unique.map((row) => row[name] ?? null);
    return sql`
      INSERT INTO live_event (name, outlet_id, customer_id, subject, created_at)
      SELECT * FROM unnest(${column("name")}::text[], ${column("outletId")}::text[], ${column("customerId")}::uuid[],
        ${column("subject")}::text[], ${unique.map((row) => row.at.toISOString())}::timestamptz[])`;
  },
};

/** Stores live events in the transaction of the change. After the commit, the servers send them to browsers. */
export const publishEvents = (uow: UnitOfWork, ...rows: NewLiveEvent[]): void => uow.defer(events, rows);
