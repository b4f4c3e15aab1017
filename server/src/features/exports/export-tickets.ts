import { createHash } from "node:crypto";
import { hashToken, type Login, hasTokenFormat, newToken } from "#features/login/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { RedeemTicket } from "#platform/http/serve-file.ts";
import {
  type ExportTicketRow,
  findExportTicket,
  purgeExportTickets,
  insertExportTicket,
} from "./export-ticket-store.ts";

const ticketMs = 10 * 60_000;

/** Returns a query sorted by name, so that queries with another order of parameters have the same hash. */
export function sortQuery(query: URLSearchParams): URLSearchParams {
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return sorted;
}

const hashOf = (query: URLSearchParams): Buffer =>
  createHash("sha256").update(sortQuery(query).toString()).digest();

type TicketRequest = Omit<ExportTicketRow, "queryHash"> & { readonly query: URLSearchParams };

/**
 * Creates access to the tickets of export links. A ticket is valid for one operation with one query, several times,
 * until it expires.
 */
export function createExportTickets({
  database,
  clock,
  findCaller,
}: {
  database: Database;
  clock: Clock;
  findCaller: Login["findCaller"];
}) {
  const redeem: RedeemTicket = async (ticket, operation, query) => {
    if (!hasTokenFormat(ticket)) return null;
    const row = await findExportTicket(database, hashToken(ticket), clock.now());
    if (row === null || row.operation !== operation || !row.queryHash.equals(hashOf(query))) return null;
    const { language, requestedZone } = row;
    return { found: await findCaller(row.sessionHash), language, requestedZone };
  };

  return {
    async issue({ query, ...request }: TicketRequest): Promise<{ ticket: string; expiresAt: Date }> {
      const ticket = newToken();
      const expiresAt = new Date(clock.now().getTime() + ticketMs);
      await insertExportTicket(
        database,
        hashToken(ticket),
        { ...request, queryHash: hashOf(query) },
        expiresAt,
      );
      return { ticket, expiresAt };
    },
    redeem,
    purgeExpired: () => purgeExportTickets(database, clock.now()),
  };
}
