import { randomUUID } from "node:crypto";
import { closeCaseAbout } from "#features/cases/index.ts";
import { publishOrder } from "#features/orders/record/record-order-change.ts";
import type { LockedOrder, NewOrder } from "#features/orders/record/order-record.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import { findLiveOrders, insertOrders, lockOrders } from "#features/orders/record/orders-store.ts";
import { endDeadlineOf } from "#features/orders/record/run-rules.ts";
import { endRun } from "#features/orders/execution/end-run.ts";
import { draftOrder } from "#features/orders/placement/draft-order.ts";
import { addLedgerEntry } from "#features/revenue/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { estimatedEnd, minutesOf, type ReportedCoin, timesOfRun } from "./coin-run-rules.ts";
import {
  addToCoinRuns,
  changeCoinOrders,
  type CoinOrderChange,
  type CoinRunRecord,
  emptyReport,
  setOrdersOfRuns,
} from "./coin-runs-store.ts";

interface ChangedRun {
  readonly run: CoinRunRecord;
  /** Sorted by event number; empty if the chair reported only the start or end of the run. */
  readonly coins: readonly ReportedCoin[];
}

interface OrderedRun extends ChangedRun {
  /** The order of the run, with the time and gear of its earliest coin. */
  readonly order: LockedOrder;
}

export type BookCoinsDependencies = Pick<OrderDependencies, "clock" | "times" | "payments">;

const sum = (coins: readonly ReportedCoin[]): number =>
  coins.reduce((total, coin) => total + coin.amountMinor, 0);

/**
 * Creates an order for each run that has coins but no order, updates the existing orders of runs, and books each coin
 * at the time of its insertion (CASH-1). An order has one outlet and one currency, so a coin with another outlet or
 * currency becomes a separate order. The caller holds the locks of the runs. Writes the rows that the caller has
 * deferred, and defers the ledger entries.
 */
export async function bookCoins(
  uow: UnitOfWork,
  dependencies: BookCoinsDependencies,
  reported: readonly ChangedRun[],
): Promise<void> {
  // The orders are read below, so their deferred transitions must be written first.
  await uow.flush();
  const known = reported.flatMap(({ run }) => (run.orderId === null ? [] : [run.orderId]));
  const orders = new Map((await lockOrders(uow, known)).map((order) => [order.orderId, order]));
  const changed = await separateCoins(uow, reported, orders);
  await changeOrders(
    uow,
    dependencies,
    changed.flatMap(({ run, coins }) => {
      const order = orders.get(run.orderId ?? "");
      return order === undefined ? [] : [{ run, coins, order: withEarliestCoin(order, coins) }];
    }),
  );
  const created = await createOrders(
    uow,
    dependencies,
    changed.filter(({ run, coins }) => run.orderId === null && coins.length > 0).sort(byInsertion),
  );
  const now = dependencies.clock.now();
  for (const { run, coins } of changed)
    for (const coin of coins) {
      const orderId = run.orderId ?? created.get(run);
      if (orderId === undefined) throw new Error(`the run ${run.runId} of ${run.deviceId} has no order`);
      addLedgerEntry(uow, { ...entryOf(coin), orderId }, now);
    }
}

/**
 * Moves each coin whose outlet or currency differs from its run's order, or from the run's earliest coin if the run has
 * no order, to a separate run without massage time.
 */
async function separateCoins(
  uow: UnitOfWork,
  changed: readonly ChangedRun[],
  orders: ReadonlyMap<string, LockedOrder>,
): Promise<readonly ChangedRun[]> {
  const separate: ReportedCoin[] = [];
  const kept = changed.map(({ run, coins }): ChangedRun => {
    if (coins.length === 0) return { run, coins };
    const { outletId, currency } = orders.get(run.orderId ?? "") ?? coins.reduce(earlier);
    const fits = (coin: ReportedCoin) => coin.outletId === outletId && coin.currency === currency;
    separate.push(...coins.filter((coin) => !fits(coin)));
    return { run, coins: coins.filter(fits) };
  });
  if (separate.length === 0) return changed;
  // Random IDs cannot collide with the IDs of runs that the chair reports.
  const byRun = new Map(separate.map((coin) => [randomUUID() as string, coin]));
  const runs = await addToCoinRuns(
    uow,
    [...byRun].map(([runId, { deviceId }]) => ({ ...emptyReport, deviceId, runId })),
  );
  return [...kept, ...runs.map((run) => ({ run, coins: [byRun.get(run.runId) as ReportedCoin] }))];
}

/**
 * Sorts new runs by their first coin, because only the first running order of a chair becomes its live order. Event
 * numbers are comparable, because all coins of a chair in one transaction belong to one epoch.
 */
const byInsertion = ({ coins: [a] }: ChangedRun, { coins: [b] }: ChangedRun): number =>
  (a?.seq ?? 0) - (b?.seq ?? 0);

const entryOf = ({ deviceId, outletId, currency, amountMinor, epoch, seq, occurredAt }: ReportedCoin) =>
  ({
    outletId,
    deviceId,
    currency,
    amountMinor,
    occurredAt,
    channel: "cash",
    source: "coin",
    sourceId: `${deviceId}:${epoch}:${seq}`,
  }) as const;

/** Creates an order for each run. @returns the order IDs by run */
async function createOrders(
  uow: UnitOfWork,
  { clock, times }: BookCoinsDependencies,
  runs: readonly ChangedRun[],
): Promise<ReadonlyMap<CoinRunRecord, string>> {
  if (runs.length === 0) return new Map();
  const now = clock.now();
  // An order that ends in this transaction must no longer count as the chair's live order.
  await uow.flush();
  const deviceIds = runs.map(({ run }) => run.deviceId);
  const held = new Set((await findLiveOrders(uow, deviceIds)).map(({ deviceId }) => deviceId));
  const created = new Map<CoinRunRecord, string>();
  const orders = runs.map(({ run, coins }): NewOrder => {
    const first = coins.reduce(earlier);
    const estimated = timesOfRun(run, first.occurredAt, now);
    // While another order is live on the chair, this run cannot be running, so its order is created as completed.
    const state = held.has(run.deviceId) ? { ...estimated, ...estimatedEnd(estimated) } : estimated;
    if (state.status === "running") held.add(run.deviceId);
    const draft = draftOrder({
      orderedAt: first.occurredAt,
      deviceId: run.deviceId,
      outletId: first.outletId,
      orderType: "coin",
      payType: "coin",
      price: {
        priceId: null,
        gear: first.gear,
        minutes: minutesOf(run.bookedSeconds),
        amountMinor: sum(coins),
        currency: first.currency,
      },
      customerId: null,
      accountId: null,
    });
    created.set(run, draft.orderId);
    return {
      ...draft,
      startDeadlineAt: null,
      deadlineAt:
        state.status === "running" && state.endsAt !== null ? endDeadlineOf(state.endsAt, times) : null,
      ...state,
      recordedAt: now,
    };
  });
  if (!(await insertOrders(uow, orders)))
    throw new Error("the chair of a coin order already has another live order");
  await setOrdersOfRuns(
    uow,
    [...created].map(([{ deviceId, runId }, orderId]) => ({ deviceId, runId, orderId })),
  );
  for (const { orderId, outletId, deviceId } of orders)
    publishOrder(uow, { orderId, outletId, deviceId, customerId: null }, now);
  return created;
}

/**
 * Returns the coin that was inserted first. Of two coins with the same time, the lower gear counts, so that the
 * order of their arrival has no effect.
 */
const earlier = <C extends Pick<ReportedCoin, "occurredAt" | "gear">>(a: C, b: C): C => {
  const difference = a.occurredAt.getTime() - b.occurredAt.getTime() || a.gear - b.gear;
  return difference <= 0 ? a : b;
};

/** Returns the order with the time and gear of its earliest coin, which may be one of `coins` (CASH-1). */
function withEarliestCoin(order: LockedOrder, coins: readonly ReportedCoin[]): LockedOrder {
  const { occurredAt, gear } = coins.reduce<Pick<ReportedCoin, "occurredAt" | "gear">>(earlier, {
    occurredAt: order.orderedAt,
    gear: order.gear,
  });
  return { ...order, orderedAt: occurredAt, gear };
}

/** Updates the orders with the later events of their runs, and ends an order whose run has ended. */
async function changeOrders(
  uow: UnitOfWork,
  dependencies: BookCoinsDependencies,
  changed: readonly OrderedRun[],
): Promise<void> {
  if (changed.length === 0) return;
  const now = dependencies.clock.now();
  const runs = changed.map((orderedRun) => ({
    ...orderedRun,
    change: changeOf(dependencies, orderedRun, now),
  }));
  await changeCoinOrders(
    uow,
    runs.map(({ change }) => change),
  );
  for (const { run, order, change } of runs) {
    const { endedAt, endReason } = timesOfRun(run, order.orderedAt, now);
    if (order.status === "running" && run.endedAt !== null && endedAt !== null && endReason !== null) {
      const { addedMinor, minutes, startedAt, endsAt } = change;
      const amountMinor = order.amountMinor + addedMinor;
      const coinOrder = { ...order, amountMinor, minutes, startedAt, endsAt };
      await endRun(uow, dependencies, coinOrder, { at: endedAt, reason: endReason });
    } else publishOrder(uow, order, now);
    if (run.endedAt !== null && order.endReason === "silent")
      await closeCaseAbout(uow, { kind: "endUnheard", subject: order.orderId, closedAt: now });
  }
}

function changeOf(
  { times }: BookCoinsDependencies,
  { run, coins, order }: OrderedRun,
  now: Date,
): CoinOrderChange {
  const runTimes = timesOfRun(run, order.orderedAt, now);
  const { startedAt, endsAt } = runTimes;
  const isRunning = order.status === "running";
  return {
    orderId: order.orderId,
    orderedAt: order.orderedAt,
    gear: order.gear,
    addedMinor: sum(coins),
    minutes: minutesOf(run.bookedSeconds),
    startedAt,
    endsAt,
    deadlineAt: isRunning && endsAt !== null ? endDeadlineOf(endsAt, times) : null,
    end: !isRunning && mayReplaceEnd(order, run) ? estimatedEnd(runTimes) : null,
  };
}

/**
 * Returns whether later events may replace the end of an ended order: if the chair has reported the end of the run, or
 * if the stored end is an assumption, because the chair was silent or no massage time was known. Any other end is kept.
 */
const mayReplaceEnd = (order: LockedOrder, run: CoinRunRecord): boolean =>
  run.endedAt !== null || order.endReason === "silent" || order.startedAt === null;
