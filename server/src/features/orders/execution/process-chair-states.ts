import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { PresenceChange } from "#features/devices/index.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { endDeadlineOf } from "#features/orders/record/run-rules.ts";
import { findCoinOrderIds, setDeadline } from "#features/orders/record/orders-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { enqueueCommand, findPendingStops, resendCommand } from "#features/chair-commands/index.ts";
import type { ChairMessageContext, LockedOrders } from "./locked-orders.ts";
import { reconcileRun } from "./reconcile-run.ts";

interface OnlineChair {
  readonly deviceId: string;
  readonly running: PayloadOf<"reply">["running"];
  /** True if the broker may have stored the state long ago. */
  readonly isRetained: boolean;
}

/**
 * A run that started more recently than this does not count as missing in a chair's state, because the chair may
 * have sent the state before the start.
 */
const settleMs = 5_000;
/** A chair that no longer runs has this long to report the end of its run in an event. */
const endEventMs = 10_000;

/**
 * Compares the states of online chairs with their orders. Sends a `report` command to chairs that have reconnected or
 * restarted, resends pending stops of running orders, and changes the deadlines of running orders.
 */
export async function processStates({
  states,
  presence,
  ...context
}: ChairMessageContext & {
  readonly states: readonly OnlineChair[];
  readonly presence: ReadonlyMap<string, PresenceChange>;
}): Promise<void> {
  const { uow, dependencies, orders } = context;
  const now = dependencies.clock.now();
  const runningIds = [
    ...runningOrderIds(orders, states),
    ...(await runningCoinOrderIds(uow, orders, states)),
  ];
  const stops = await findPendingStops(uow, runningIds, now);
  for (const { deviceId, running, isRetained } of states) {
    const change = presence.get(deviceId);
    // The command sends the server's time to a chair that is back online or has restarted, and makes it resend
    // unacknowledged events.
    if (!change?.wasOnline || change.bootId !== change.bootIdBefore)
      enqueueCommand(uow, { deviceId, type: "report", orderId: null }, now);
    const live = orders.findLive(deviceId);
    await reconcileRun({ ...context, deviceId, running });
    if (live?.status !== "running") continue;
    // The chair does not know the IDs of coin orders, so a reported coin run is assumed to be the run of this order.
    const isCoinRun = live.payType === "coin" && running?.runId !== undefined;
    const stop = stops.get(live.orderId);
    if (live.orderId !== running?.orderId && !isCoinRun) {
      // A retained state may be older than the run.
      if (!isRetained) await expectEndEvent(uow, live, now);
      continue;
    }
    // A retained state may be older than the end of the run.
    if (!isRetained) await restoreDeadline(uow, dependencies, orders.find(live.orderId) ?? live);
    // The stop is resent, because the chair may have been offline when it was sent first.
    if (stop !== undefined) resendCommand(uow, stop, now);
  }
}

/** Returns the IDs of running orders that a chair reports as running. */
const runningOrderIds = (orders: LockedOrders, states: readonly OnlineChair[]): string[] =>
  states.flatMap(({ running }) => {
    const order = orders.find(running?.orderId);
    return order?.status === "running" ? [order.orderId] : [];
  });

/**
 * Returns the IDs of running coin orders whose run a chair reports. The run IDs are compared, because a chair may
 * already report its next coin run before the server has received the end of the previous one.
 */
async function runningCoinOrderIds(
  uow: UnitOfWork,
  orders: LockedOrders,
  states: readonly OnlineChair[],
): Promise<string[]> {
  const runs = states.flatMap(({ deviceId, running }) => {
    const live = orders.findLive(deviceId);
    const runId = running?.runId;
    if (runId === undefined || live?.payType !== "coin" || live.status !== "running") return [];
    return [{ deviceId, runId }];
  });
  return runs.length === 0 ? [] : findCoinOrderIds(uow, runs);
}

/**
 * Restores the deadline of a run that `expectEndEvent` has shortened because of an outdated state, such as one that a
 * chair sends again after a reconnect. Otherwise, the server would end the order at the shortened deadline, and would
 * then stop the run.
 */
async function restoreDeadline(
  uow: UnitOfWork,
  { times }: Pick<OrderDependencies, "times">,
  { orderId, endsAt, deadlineAt }: LockedOrder,
): Promise<void> {
  if (endsAt === null || deadlineAt === null) return;
  const scheduledAt = endDeadlineOf(endsAt, times);
  if (deadlineAt >= scheduledAt) return;
  // A deferred transition of the order would otherwise overwrite the deadline when it is written.
  await uow.flush();
  await setDeadline(uow, orderId, scheduledAt);
}

/**
 * Shortens the deadline of a running order whose run the chair no longer reports. If no event reports the end by the
 * new deadline, the order ends without a report.
 */
async function expectEndEvent(uow: UnitOfWork, live: LockedOrder, now: Date): Promise<void> {
  if (live.startedAt === null || now.getTime() - live.startedAt.getTime() <= settleMs) return;
  const endBy = later(now, endEventMs);
  if (live.deadlineAt !== null && live.deadlineAt <= endBy) return;
  // A deferred transition of the order would otherwise overwrite the deadline when it is written.
  await uow.flush();
  await setDeadline(uow, live.orderId, endBy);
}
