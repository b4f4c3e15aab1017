import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { Authentication } from "#platform/http/caller.ts";
import type { ServerKeys } from "#platform/keys/server-keys.ts";
import { hasGuestTokenFormat, readGuestToken } from "./guest-tokens.ts";
import { customerSessionMs, guestTokenMs, hashToken, hasTokenFormat, renewalMs } from "./session-tokens.ts";
import { findSession, hasLoggedOutSince, renewSession, type SessionRow } from "./session-store.ts";

export function createAuthenticate({
  database,
  clock,
  guestKeys,
}: {
  database: Database;
  clock: Clock;
  guestKeys: ServerKeys;
}) {
  async function loadSession(tokenHash: Buffer, now: Date) {
    const session = await findSession(database, tokenHash, now);
    if (!session || session.expiresAt <= now) return null;
    return { session, result: toAuthentication(session) };
  }

  async function authenticateGuest(token: string, tokenHash: Buffer, now: Date): Promise<Authentication> {
    const guest = await readGuestToken(token, guestKeys.find);
    if (guest === null) return { kind: "unknown" };
    const { customerId, issuedAt } = guest;
    const guestTokenExpiresAt = new Date(issuedAt.getTime() + guestTokenMs);
    if (guestTokenExpiresAt <= now) return { kind: "unknown" };
    if (await hasLoggedOutSince(database, customerId, issuedAt)) return { kind: "unknown" };
    return {
      kind: "valid",
      caller: { kind: "customer", customerId, tokenHash, ticketOrderIds: [], guestTokenExpiresAt },
      expiresAt: guestTokenExpiresAt,
    };
  }

  return {
    /**
     * Finds the caller of a token. At most once per `renewalMs`, records the use of a stored session, which extends a
     * customer's session.
     */
    async authenticate(token: string): Promise<Authentication> {
      const isGuestToken = hasGuestTokenFormat(token);
      if (!isGuestToken && !hasTokenFormat(token)) return { kind: "unknown" };
      const tokenHash = hashToken(token);
      const now = clock.now();
      const found = await loadSession(tokenHash, now);
      if (found === null && isGuestToken) return authenticateGuest(token, tokenHash, now);
      if (found === null) return { kind: "unknown" };
      const { session, result } = found;
      return result.kind === "valid" ? { ...result, expiresAt: await renewDaily(session, now) } : result;
    },
    /**
     * Authenticates by the hash of a session token, without renewing the session. Used for export links, which store
     * only this hash and become invalid with the session.
     */
    async findCaller(tokenHash: Buffer): Promise<Authentication> {
      return (await loadSession(tokenHash, clock.now()))?.result ?? { kind: "unknown" };
    },
  };

  /** Returns when the session expires. */
  async function renewDaily(session: SessionRow, now: Date): Promise<Date> {
    if (now.getTime() - session.lastUsedAt.getTime() < renewalMs) return session.expiresAt;
    // Unlike a customer's session, a manager's session is not extended by its use.
    const expiresAt =
      session.accountId === null ? new Date(now.getTime() + customerSessionMs) : session.expiresAt;
    await renewSession(database, session.tokenHash, session.lastUsedAt, now, expiresAt);
    return expiresAt;
  }
}

function toAuthentication(session: SessionRow): Authentication {
  if (session.endReason === "loggedInElsewhere") return { kind: "endedElsewhere" };
  // After the account was enabled again, the token is `unknown` instead of `disabled`, so that the user logs in
  // again.
  if (session.endReason === "disabled" && session.disabledAt !== null) return { kind: "disabled" };
  if (session.endReason !== null) return { kind: "unknown" };
  const { tokenHash, customerId, expiresAt } = session;
  if (customerId !== null) {
    const ticketOrderIds = session.ticketOrderIds ?? [];
    return { kind: "valid", caller: { kind: "customer", customerId, tokenHash, ticketOrderIds }, expiresAt };
  }
  if (session.deletedAt !== null) return { kind: "userDeleted" };
  if (session.disabledAt !== null) return { kind: "disabled" };
  const { accountId, name, permissions, country, currency, timeZone, outletIds } = session;
  if (!accountId || name === null || !permissions || !country || !currency || !timeZone || !outletIds) {
    return { kind: "unknown" };
  }
  return {
    kind: "valid",
    caller: {
      kind: "manager",
      accountId,
      name,
      permissions,
      country,
      currency,
      timeZone,
      outletIds,
      tokenHash,
    },
    expiresAt,
  };
}
