import { closeCaseAbout, lockCaseAbout } from "#features/cases/index.ts";
import { lockChairs } from "#features/devices/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { bookCoins, type BookCoinsDependencies } from "./book-coins.ts";
import { restartCounter } from "./coin-meters-store.ts";
import { addToCoinRuns, emptyReport } from "./coin-runs-store.ts";
import { quarantineSubject } from "./quarantine-coins.ts";
import {
  type CoinKey,
  countWaiting,
  lockQuarantinedCoin,
  markDecided,
  type QuarantinedCoin,
} from "./quarantined-coins-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export type CoinReview =
  | { readonly kind: "decided"; readonly coin: QuarantinedCoin }
  /** No quarantined coin has this key. */
  | { readonly kind: "unknown" }
  | { readonly kind: "alreadyDecided"; readonly coin: QuarantinedCoin }
  /** The coin cannot be accepted, because the chair reported no amount or the amount 0. */
  | { readonly kind: "withoutAmount" };

/**
 * Accepts a quarantined coin and books it at the time of its insertion, or rejects it (CASH-3). Closes the case of its
 * chair and reason if no undecided coin is left.
 */
export async function reviewQuarantinedCoin(
  uow: UnitOfWork,
  dependencies: BookCoinsDependencies,
  request: CoinKey & { readonly accepted: boolean; readonly note: string | null; readonly actor: string },
): Promise<CoinReview> {
  const { deviceId, epoch, seq, accepted, note, actor } = request;
  // Coins of the chair that arrive meanwhile are compared with an accepted coin afterwards.
  await lockChairs(uow, [deviceId]);
  const coin = await lockQuarantinedCoin(uow, { deviceId, epoch, seq });
  if (coin === null) return { kind: "unknown" };
  if (coin.state !== "waiting") return { kind: "alreadyDecided", coin };
  if (accepted && coin.amountMinor === 0) return { kind: "withoutAmount" };
  const now = dependencies.clock.now();
  const state = accepted ? "accepted" : "rejected";
  await markDecided(uow, coin, { state, at: now, by: actor, note });
  if (accepted) {
    // The bought time of the run already contains this coin, so only the booked time is added.
    const report = { ...emptyReport, deviceId, runId: coin.runId, bookedSeconds: coin.seconds };
    const runs = await addToCoinRuns(uow, [report]);
    await bookCoins(
      uow,
      dependencies,
      runs.map((run) => ({ run, coins: [coin] })),
    );
    await restartCounter(uow, coin);
  }
  const about = { kind: "coinsDoubted", subject: quarantineSubject(deviceId, coin.reason) } as const;
  // Locked before the count, because a concurrent transaction may add or decide another coin of the case.
  await lockCaseAbout(uow, about);
  if ((await countWaiting(uow, deviceId, coin.reason)) === 0)
    await closeCaseAbout(uow, { ...about, closedAt: now });
  addAuditEntry(uow, {
    at: now,
    actor,
    action: accepted ? "coin.accepted" : "coin.rejected",
    subject: `coin:${deviceId}:${epoch}:${seq}`,
    detail: { amountMinor: coin.amountMinor, currency: coin.currency, reason: coin.reason, note },
  });
  return { kind: "decided", coin: { ...coin, state, decidedAt: now, decidedBy: actor, note } };
}
