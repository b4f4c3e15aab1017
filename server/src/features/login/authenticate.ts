import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import type { Authenticate, Authentication } from "#platform/http/caller.ts";
import { customerSessionMs, managerSessionMs, renewalMs } from "./session-lifetimes.ts";
import { findSession, renewSession, type SessionRow } from "./session-store.ts";
import { hashToken, looksLikeToken } from "./session-tokens.ts";

export function createAuthenticate({ database, clock }: { database: Database; clock: Clock }): Authenticate {
  return async (token) => {
    if (!looksLikeToken(token)) return { kind: "unknown" };
    const tokenHash = hashToken(token);
    const session = await findSession(database, tokenHash);
    const now = clock.now();
    if (!session || session.expiresAt <= now) return { kind: "unknown" };
    const result = judge(session, tokenHash);
    if (result.kind === "valid") await renewOnceADay(session, tokenHash, now);
    return result;
  };

  async function renewOnceADay(session: SessionRow, tokenHash: Buffer, now: Date): Promise<void> {
    if (now.getTime() - session.lastUsedAt.getTime() < renewalMs) return;
    const lifeMs = session.accountId === null ? customerSessionMs : managerSessionMs;
    await renewSession(database, tokenHash, session.lastUsedAt, now, new Date(now.getTime() + lifeMs));
  }
}

function judge(session: SessionRow, tokenHash: Buffer): Authentication {
  if (session.endReason === "loggedInElsewhere") return { kind: "endedElsewhere" };
  if (session.endReason === "disabled") return { kind: "disabled" };
  if (session.endReason !== null) return { kind: "unknown" };
  if (session.customerId !== null) {
    const ticketOrderIds = session.ticketOrderIds ?? [];
    return {
      kind: "valid",
      caller: { kind: "customer", customerId: session.customerId, tokenHash, ticketOrderIds },
    };
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
  };
}
