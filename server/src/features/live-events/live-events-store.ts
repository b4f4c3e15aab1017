import type { Permission } from "@reposo/contract/permissions.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { DeferredRows, UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import type { LiveEvent } from "./audience-rules.ts";

export interface NewLiveEvent extends Pick<LiveEvent, "name" | "outletId"> {
  /**
   * The customer of the order, or the sender of the feedback that has changed. The event of an order is sent to this
   * customer, to customers who have redeemed a ticket of the order, and to managers.
   */
  readonly customerId?: string | null;
  /**
   * ID of the changed order, device, or outlet. The event `outlet` makes the pages of the outlet's managers refetch
   * their data.
   */
  readonly subject: string;
  readonly at: Date;
}

const deferredEvents: DeferredRows<NewLiveEvent> = {
  stage: "events",
  statement(rows) {
    // One event per subject and group of recipients is sufficient, because the server reads the current state when it
    // sends the event. The outlet and the customer determine the recipients.
    const keyOf = (row: NewLiveEvent) =>
      `${row.name} ${row.outletId} ${row.customerId ?? null} ${row.subject}`;
    const unique = [...new Map(rows.map((row) => [keyOf(row), row])).values()];
    const column = <K extends keyof NewLiveEvent>(name: K) => unique.map((row) => row[name] ?? null);
    return sql`
      INSERT INTO live_event (name, outlet_id, customer_id, subject, created_at)
      SELECT name, coalesce(
          -- The caller may have passed the outlet of an order that was placed before the chair was moved. The managers
          -- of that outlet no longer see the chair.
          (SELECT d.outlet_id FROM device d WHERE name = 'device' AND d.device_id = subject),
          given.outlet_id), customer_id, subject, created_at
      FROM unnest(${column("name")}::text[], ${column("outletId")}::text[], ${column("customerId")}::uuid[],
        ${column("subject")}::text[], ${unique.map((row) => row.at.toISOString())}::timestamptz[])
        AS given (name, outlet_id, customer_id, subject, created_at)`;
  },
};

/** Stores live events in the transaction of the change. After the commit, the servers send them to browsers. */
export const publishEvents = (uow: UnitOfWork, ...rows: NewLiveEvent[]): void =>
  uow.defer(deferredEvents, rows);

interface Stored {
  readonly eventId: number;
}

export interface StoredEvent extends LiveEvent, Stored {}

/** A change of access rights, which a trigger stores in the transaction of the change. */
export interface AccessChange {
  readonly name: "sessionEnded" | "accessChanged";
  /** The token hash of the ended session in hex, or the ID of the changed account. */
  readonly subject: string;
}

type StoredRow = StoredEvent | (AccessChange & Stored);

const isAccessChange = (row: StoredRow): row is AccessChange & Stored =>
  row.name === "sessionEnded" || row.name === "accessChanged";

const columns = sql`e.event_id AS "eventId", e.name,
  e.outlet_id AS "outletId", e.customer_id AS "customerId", e.subject`;

/**
 * Returns the ID of the event up to which all events are visible to the next statement; see `settled_live_event` in the
 * schema.
 */
export async function settledPosition(db: Database): Promise<number> {
  const { position } = await sql<{ position: number }>`SELECT settled_live_event() AS position`.firstRow(db);
  return position;
}

/**
 * Reads the visible events. An event of a transaction that commits late, and all newer ones, are read later.
 * @returns the events and access changes after `after`, at most `limit` together; the position up to which all were
 *   read, which is before `after` if the database was replaced; and in `isFull`, whether more may be readable immediately
 */
export async function readNewEvents(
  db: Database,
  after: number,
  limit: number,
): Promise<{ events: StoredEvent[]; accessChanges: AccessChange[]; reached: number; isFull: boolean }> {
  const settled = await settledPosition(db);
  if (settled <= after) return { events: [], accessChanges: [], reached: settled, isFull: false };
  const rows = await sql<StoredRow>`
    SELECT ${columns} FROM live_event e WHERE e.event_id > ${after} AND e.event_id <= ${settled}
    ORDER BY e.event_id LIMIT ${limit}`.rows(db);
  const isFull = rows.length === limit;
  return {
    events: rows.filter((row) => !isAccessChange(row)),
    accessChanges: rows.filter(isAccessChange),
    reached: isFull ? (rows.at(-1)?.eventId ?? settled) : settled,
    isFull,
  };
}

/**
 * Returns the newest events after one position up to another, at most `limit`, oldest first. Access changes, which have
 * no outlet, are omitted.
 */
export async function readHistory(
  db: Database,
  after: number,
  upTo: number,
  limit: number,
): Promise<StoredEvent[]> {
  const found = await sql<StoredEvent>`
    SELECT ${columns} FROM live_event e
    WHERE e.event_id > ${after} AND e.event_id <= ${upTo} AND e.outlet_id IS NOT NULL
    ORDER BY e.event_id DESC LIMIT ${limit}`.execute(db);
  return found.rows.reverse();
}

const purgeBatch = 5_000;

/** Deletes events that are older than `before`, in batches, oldest first. */
export async function purgeLiveEvents(db: Database, before: Date): Promise<void> {
  for (let purged = purgeBatch; purged === purgeBatch; ) {
    const { rows } = await sql`
      DELETE FROM live_event
      WHERE event_id IN (SELECT event_id FROM live_event ORDER BY event_id LIMIT ${purgeBatch})
        AND created_at < ${before}
      RETURNING 1`.execute(db);
    purged = rows.length;
  }
}

export interface LiveSession {
  readonly tokenHash: Buffer;
  /** Null for a customer. */
  readonly permissions: readonly Permission[] | null;
  /** Empty for a customer. */
  readonly outletIds: readonly string[];
  /** IDs of the orders to which a redeemed ticket grants access; empty for a manager. */
  readonly ticketOrderIds: readonly string[];
}

/**
 * Returns the valid sessions of these tokens with their current rights. One query reads the sessions of many streams.
 */
export async function liveSessions(
  db: Database,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<LiveSession[]> {
  return sql<LiveSession>`
    SELECT s.token_hash AS "tokenHash", a.permissions,
      ARRAY(SELECT m.outlet_id FROM outlet_manager m WHERE m.account_id = s.account_id) AS "outletIds",
      ARRAY(SELECT g.order_id::text FROM customer_order_grant g
        WHERE g.customer_id = s.customer_id AND g.expires_at > ${now}) AS "ticketOrderIds"
    FROM session s LEFT JOIN account a USING (account_id)
    WHERE s.token_hash = ANY(${tokenHashes}::bytea[]) AND s.ended_at IS NULL AND s.expires_at > ${now}
      AND (s.account_id IS NULL OR (a.disabled_at IS NULL AND a.deleted_at IS NULL))`.rows(db);
}

/** Returns the guests whose session is not stored and who have not logged out since their token was issued. */
export async function unstoredGuests(
  db: Database,
  guests: readonly { readonly tokenHash: Buffer; readonly customerId: string; readonly issuedAt: Date }[],
): Promise<LiveSession[]> {
  const found = await sql<{ tokenHash: Buffer }>`
    SELECT g.token_hash AS "tokenHash"
    FROM unnest(${guests.map(({ tokenHash }) => tokenHash)}::bytea[],
      ${guests.map(({ customerId }) => customerId)}::uuid[],
      ${guests.map(({ issuedAt }) => issuedAt.toISOString())}::timestamptz[]) AS g (token_hash, customer_id, issued_at)
    WHERE NOT EXISTS (SELECT FROM session s WHERE s.token_hash = g.token_hash)
      AND NOT EXISTS (SELECT FROM session s WHERE s.customer_id = g.customer_id AND s.end_reason = 'logout'
        AND s.ended_at >= g.issued_at)`.execute(db);
  return found.rows.map((guest) => ({ ...guest, permissions: null, outletIds: [], ticketOrderIds: [] }));
}

/** Returns the token hashes, in hex, of the sessions that expired between `since` and `now`. */
export async function sessionsExpiredSince(db: Database, since: Date, now: Date): Promise<string[]> {
  const { rows } = await sql<{ tokenHash: string }>`
    SELECT encode(token_hash, 'hex') AS "tokenHash" FROM session
    WHERE expires_at > ${since} AND expires_at <= ${now}`.execute(db);
  return rows.map(({ tokenHash }) => tokenHash);
}
