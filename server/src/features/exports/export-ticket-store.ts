import type { Language } from "@reposo/contract/text/languages.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Querier } from "#platform/postgres/database.ts";

export interface ExportTicketRow {
  /** The hash of the token of the session whose rights the ticket has. */
  readonly sessionHash: Buffer;
  readonly operation: string;
  readonly queryHash: Buffer;
  readonly language: Language;
  /** The time zone of the caller's days; null: the account's own. */
  readonly requestedZone: string | null;
}

export async function insertExportTicket(
  db: Querier,
  ticketHash: Buffer,
  ticket: ExportTicketRow,
  expiresAt: Date,
): Promise<void> {
  await sql`
    INSERT INTO export_ticket (ticket_hash, session_hash, operation, query_hash, language, time_zone, expires_at)
    VALUES (${ticketHash}, ${ticket.sessionHash}, ${ticket.operation}, ${ticket.queryHash}, ${ticket.language},
      ${ticket.requestedZone}, ${expiresAt})`.execute(db);
}

/** Returns a ticket that has not expired; null for any other hash. */
export async function findExportTicket(
  db: Querier,
  ticketHash: Buffer,
  now: Date,
): Promise<ExportTicketRow | null> {
  return sql<ExportTicketRow>`
    SELECT session_hash AS "sessionHash", operation, query_hash AS "queryHash", language,
      time_zone AS "requestedZone"
    FROM export_ticket WHERE ticket_hash = ${ticketHash} AND expires_at > ${now}`.rowOrNull(db);
}

export async function purgeExportTickets(db: Querier, now: Date): Promise<void> {
  await sql`DELETE FROM export_ticket WHERE expires_at < ${now}`.execute(db);
}
