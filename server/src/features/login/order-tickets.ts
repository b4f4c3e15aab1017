import type { Clock } from "#platform/clock.ts";
import type { Transaction } from "#platform/database.ts";
import { insertTicket } from "./order-ticket-store.ts";
import { hashToken, newToken } from "./session-tokens.ts";

const ticketMs = 60 * 60 * 1000;

/**
 * For a payment's return address: whoever comes back with it within the hour, in whatever browser the wallet opened,
 * may see this one order. It may be used again within the hour, since such pages are reloaded.
 */
export async function issueTicket(tx: Transaction, clock: Clock, orderId: string): Promise<string> {
  const ticket = newToken();
  await insertTicket(tx, hashToken(ticket), orderId, new Date(clock.now().getTime() + ticketMs));
  return ticket;
}
