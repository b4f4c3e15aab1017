import { openCase, reopenCase } from "#features/cases/index.ts";
import type { QuarantineReason } from "./quarantine-rules.ts";
import { type AssessedCoin, reportedCoin } from "./assess-coins.ts";
import { insertQuarantinedCoins } from "./quarantined-coins-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Returns the subject of a case. All coins of a chair that are quarantined for the same reason have one case, because a
 * person reviews them together.
 */
export const quarantineSubject = (deviceId: string, reason: QuarantineReason): string =>
  `${deviceId}:${reason}`;

/**
 * Stores implausible coins without booking them, until a person accepts or rejects them (CASH-3), and opens or
 * reopens the case of their chair and reason.
 */
export async function quarantineCoins(
  uow: UnitOfWork,
  coins: readonly AssessedCoin[],
  now: Date,
): Promise<void> {
  const quarantined = coins.flatMap((coin) =>
    coin.quarantineReason === null ? [] : [{ ...coin, quarantineReason: coin.quarantineReason }],
  );
  if (quarantined.length === 0) return;
  await insertQuarantinedCoins(
    uow,
    quarantined.map((coin) => ({
      ...reportedCoin(coin),
      reason: coin.quarantineReason,
      seconds: coin.event.seconds ?? 0,
      receivedAt: now,
    })),
  );
  for (const { deviceId, event, quarantineReason, context, occurredAt } of quarantined) {
    const subject = { kind: "coinsDoubted", subject: quarantineSubject(deviceId, quarantineReason) } as const;
    const { previousCounter, stateCounter, allowanceMinor, outletCurrency, coinsPerMinute } = context;
    const detail = {
      reason: quarantineReason,
      event,
      occurredAt,
      previousCounter,
      stateCounter,
      allowanceMinor,
      outletCurrency,
      coinsPerMinute,
    };
    const opened = { ...subject, deviceId, orderId: null, detail, openedAt: now };
    if (!(await openCase(uow, opened))) await reopenCase(uow, opened, { replacesDetail: false });
  }
}
