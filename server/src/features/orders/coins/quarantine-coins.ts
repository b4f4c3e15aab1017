import { openCase, openCaseAgain } from "#features/cases/index.ts";
import { runIdOf } from "./coin-event.ts";
import type { DoubtReason } from "./coin-rules.ts";
import type { AssessedCoin } from "./assess-coins.ts";
import { insertQuarantinedCoins } from "./quarantined-coins-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** One case per chair and reason, since a person decides about all of its coins together. */
export const doubtSubject = (deviceId: string, reason: DoubtReason): string => `${deviceId}:${reason}`;

/** Keeps doubtful coins outside revenue until a person accepts or rejects them (CASH-3). */
export async function quarantineCoins(
  uow: UnitOfWork,
  coins: readonly AssessedCoin[],
  now: Date,
): Promise<void> {
  const doubted = coins.flatMap((coin) => (coin.doubt === null ? [] : [{ ...coin, doubt: coin.doubt }]));
  if (doubted.length === 0) return;
  await insertQuarantinedCoins(
    uow,
    doubted.map(({ deviceId, event, occurredAt, context, doubt }) => ({
      deviceId,
      epoch: event.epoch,
      seq: event.seq,
      outletId: context.outletId,
      runId: runIdOf(event),
      reason: doubt,
      amountMinor: event.amount ?? 0,
      currency: event.currency ?? context.outletCurrency,
      seconds: event.seconds ?? 0,
      gear: event.gear ?? 1,
      occurredAt,
      receivedAt: now,
    })),
  );
  for (const { deviceId, event, doubt, context, occurredAt } of doubted) {
    const subject = { kind: "coinsDoubted", subject: doubtSubject(deviceId, doubt) } as const;
    const { previousCounter, outletCurrency, coinsPerMinute } = context;
    const detail = { reason: doubt, event, occurredAt, previousCounter, outletCurrency, coinsPerMinute };
    const isNew = await openCase(uow, { ...subject, deviceId, orderId: null, detail, openedAt: now });
    if (!isNew) await openCaseAgain(uow, subject);
  }
}
