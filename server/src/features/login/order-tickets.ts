import type { Clock } from "#platform/time/clock.ts";
import type { Transaction } from "#platform/postgres/database.ts";
import { insertTicket } from "./order-ticket-store.ts";
import { hashToken, newToken } from "./session-tokens.ts";

const ticketMs = 60 * 60 * 1000;

/** Long enough for a massage, its extensions, and a complaint about it. */
export const grantMs = 24 * 60 * 60 * 1000;

/**
 * For a payment's return address, which a wallet may open in another browser than the one that ordered. The first browser
 * that redeems the ticket within the hour may do for 24 hours what the order's own customer may: see this one order, stop
 * it, extend it, and report a problem. Nobody else can redeem it, although the address may be logged or forwarded.
 */
export async function issueTicket(tx: Transaction, clock: Clock, orderId: string): Promise<string> {
  const ticket = newToken();
  await insertTicket(tx, hashToken(ticket), orderId, new Date(clock.now().getTime() + ticketMs));
  return ticket;
}
