import type { ChairMessages } from "#chairs/index.ts";
import { lockChairs } from "#features/devices/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { loadCoinMeters, saveCoinMeters } from "./coin-meters-store.ts";
import { allowanceOf, dayLimitOf } from "./quarantine-rules.ts";
import { endReasonOf } from "#features/orders/record/run-rules.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { assessCoins, type AssessedCoin, reportedCoin } from "./assess-coins.ts";
import { bookCoins } from "./book-coins.ts";
import { isCoin, isOfCoinRun, type ReceivedEvent, runIdOf } from "./coin-run-rules.ts";
import { addToCoinRuns, type CoinRunKey, type CoinRunReport, emptyReport } from "./coin-runs-store.ts";
import { reportMissingCoins } from "./missing-coins.ts";
import { quarantineCoins } from "./quarantine-coins.ts";

/**
 * Books plausible coins, quarantines the others, and updates their runs and orders (CASH-1, CASH-3), in the transaction
 * that stores the events. Each event is processed once; the result does not depend on the order in which the events
 * arrive.
 */
export async function processCoins(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  received: readonly ReceivedEvent[],
): Promise<void> {
  const events = received.filter(isOfCoinRun);
  if (events.length === 0) return;
  const now = dependencies.clock.now();
  const { coins, ...pairs } = await assessCoins(uow, events, now);
  const runs = await addToCoinRuns(
    uow,
    combine([...coins.map(reportOfCoin), ...events.filter((one) => !isCoin(one)).map(reportOfRun)]),
  );
  const booked = Map.groupBy(
    coins.filter(({ quarantineReason }) => quarantineReason === null).map(reportedCoin),
    keyOf,
  );
  await bookCoins(
    uow,
    dependencies,
    runs.map((run) => ({ run, coins: booked.get(keyOf(run)) ?? [] })),
  );
  await quarantineCoins(uow, coins, now);
  await reportMissingCoins(uow, pairs, now);
}

const keyOf = ({ deviceId, runId }: CoinRunKey): string => JSON.stringify([deviceId, runId]);

function reportOfCoin({ deviceId, event, quarantineReason }: AssessedCoin): CoinRunReport {
  const boughtSeconds = event.seconds ?? 0;
  const bookedSeconds = quarantineReason === null ? boughtSeconds : 0;
  return { ...emptyReport, deviceId, runId: runIdOf(event), boughtSeconds, bookedSeconds };
}

function reportOfRun({ deviceId, event, occurredAt }: ReceivedEvent): CoinRunReport {
  const run = { ...emptyReport, deviceId, runId: runIdOf(event) };
  if (event.type === "started") return { ...run, startedAt: occurredAt };
  const reason = endReasonOf(event);
  return {
    ...run,
    endedAt: occurredAt,
    endReason: reason === "unexplained" ? "stopped" : reason,
    ranSeconds: event.seconds ?? null,
  };
}

/** Merges the reports into one per run. */
function combine(reports: readonly CoinRunReport[]): CoinRunReport[] {
  const byRun = new Map<string, CoinRunReport>();
  for (const report of reports) {
    const key = keyOf(report);
    const earlier = byRun.get(key);
    byRun.set(key, earlier === undefined ? report : add(earlier, report));
  }
  return [...byRun.values()];
}

const add = (a: CoinRunReport, b: CoinRunReport): CoinRunReport => ({
  ...a,
  boughtSeconds: a.boughtSeconds + b.boughtSeconds,
  bookedSeconds: a.bookedSeconds + b.bookedSeconds,
  startedAt: earliest(a.startedAt, b.startedAt),
  ...endOf(b.endedAt !== null && (a.endedAt === null || b.endedAt < a.endedAt) ? b : a),
});

const earliest = (a: Date | null, b: Date | null): Date | null =>
  a === null || (b !== null && b < a) ? b : a;

const endOf = ({ endedAt, endReason, ranSeconds }: CoinRunReport) => ({ endedAt, endReason, ranSeconds });

/**
 * Computes what chairs could have earned until now, before states with another coin counter replace the earlier ones.
 * Otherwise, a chair could claim with one state what it cannot have earned according to the earlier states.
 */
export async function settleCoinMeters(
  uow: UnitOfWork,
  states: ChairMessages["states"],
  now: Date,
): Promise<void> {
  const reported = states.flatMap(({ deviceId, state, isRetained }) =>
    state.online && !isRetained ? [{ deviceId, epoch: state.epoch, coinCounter: state.coinCounter }] : [],
  );
  if (reported.length === 0) return;
  await lockChairs(
    uow,
    reported.map(({ deviceId }) => deviceId),
  );
  const meters = await loadCoinMeters(uow, reported, now);
  if (meters.length === 0) return;
  const settled = meters.map((meter) => {
    const allowanceMinor = allowanceOf(meter, dayLimitOf(meter, meter.usualDayMinor), now);
    return { ...meter, allowanceMinor, allowanceAt: now };
  });
  await saveCoinMeters(uow, settled, now);
}
