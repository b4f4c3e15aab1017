import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { addToDeviceCase } from "#features/cases/index.ts";
import {
  type ChairReport,
  isTestRun,
  type PresenceChange,
  recordReports,
  recordTestRuns,
} from "#features/devices/index.ts";
import { type CommandRecord, findWaitingStops, recordReplies } from "./chair-commands-store.ts";
import { failOrder } from "./fail-order.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { isLive, notBefore, startOfRun } from "#features/orders/order-state-rules.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { liveOrderIds, lockOrders, setDeadline } from "#features/orders/orders-store.ts";
import { hearExtendReply } from "#features/orders/extensions/process-extend-reply.ts";
import { resendUnanswered } from "./resend-commands.ts";
import { compareLength } from "#features/orders/extensions/run-extensions.ts";
import { confirmRun, endRun } from "./run-order.ts";
import { askToStop, enqueueCommand, sendAgain } from "./send-commands.ts";
import { type Orders, type TakenEvent, takeRunEvents, tellsOfRun } from "./process-run-event.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Running = PayloadOf<"reply">["running"];

/** What chairs sent, of each chair one reply and one state at most, and several events only of runs of coins. */
export interface ToldByChairs {
  readonly replies: readonly { readonly deviceId: string; readonly reply: PayloadOf<"reply"> }[];
  readonly states: readonly { readonly deviceId: string; readonly state: PayloadOf<"state"> }[];
  readonly events: readonly TakenEvent[];
}

/** A state may have been written a moment before a start was heard: only an older run is missed in it. */
const settleMs = 5_000;
/** A chair that says it does not run has this long to tell the end of its run in an event. */
const endEventMs = 10_000;

/**
 * Takes what chairs said in one moment, in one transaction: a chair's answer to a command, then its state, then its
 * event, as it said them. All orders they are about are locked once, at the beginning and in one order for everybody.
 */
export const createHearChairs =
  (parts: OrderParts) =>
  async (uow: UnitOfWork, { replies, states, events }: ToldByChairs): Promise<void> => {
    const now = parts.clock.now();
    const commands = replies.length === 0 ? [] : await recordReplies(uow, replies, now);
    const known = await recordReports(uow, reportsOf(commands, { replies, states, events }), now);
    const there = states.flatMap(({ deviceId, state }) =>
      state.online && known.has(deviceId) ? [{ deviceId, running: state.running }] : [],
    );
    const reporting = new Set([...there, ...commands].map(({ deviceId }) => deviceId));
    const ofRuns = events.filter(tellsOfRun);
    const orders = await lockAll(uow, [
      ...commands.map(({ orderId }) => orderId),
      ...replies.map(({ reply }) => reply.running?.orderId),
      ...(await liveOrderIds(uow, [...reporting])),
      ...there.map(({ running }) => running?.orderId),
      ...ofRuns.map(({ event }) => event.orderId),
    ]);
    await takeReplies(
      uow,
      parts,
      commands,
      new Map(replies.map(({ reply }) => [reply.commandId, reply])),
      orders,
    );
    await takeStates(uow, parts, there, known, orders);
    await takeRunEvents(uow, parts, ofRuns, orders);
    await recordTestRuns(
      uow,
      ofRuns.filter(({ event }) => !orders.has(event.orderId as string)),
    );
    await resendUnanswered(uow, reporting, orders.values(), now);
  };

/**
 * What the messages tell of the chairs themselves, one report a chair. Left out are replies that tell of the run they
 * were to begin or lengthen: that one is an order's.
 */
function reportsOf(
  commands: readonly CommandRecord[],
  { replies, states, events }: ToldByChairs,
): ChairReport[] {
  const reports = new Map<string, ChairReport>();
  const add = (report: ChairReport) =>
    reports.set(report.deviceId, { ...reports.get(report.deviceId), ...report });
  for (const { deviceId, reply } of replies) {
    const command = commands.find(({ commandId }) => commandId === reply.commandId);
    const isItsOwn = reply.running?.orderId !== undefined && reply.running.orderId === command?.orderId;
    if (command !== undefined && !isItsOwn) add({ deviceId, running: reply.running });
  }
  for (const { deviceId, state } of states) add({ deviceId, state });
  for (const { deviceId, event } of events)
    if (event.orderId === undefined && event.runId !== undefined && endsRun(event.type)) {
      const endedRunIds = [...(reports.get(deviceId)?.endedRunIds ?? []), event.runId];
      add({ deviceId, endedRunIds });
    }
  return [...reports.values()];
}

const endsRun = (type: PayloadOf<"event">["type"]): boolean => type === "finished" || type === "stopped";

async function lockAll(uow: UnitOfWork, orderIds: readonly (string | null | undefined)[]): Promise<Orders> {
  const known = orderIds.filter((id): id is string => typeof id === "string" && isUuid(id));
  const locked = await lockOrders(uow, [...new Set(known)]);
  return new Map(locked.map((order) => [order.orderId, order]));
}

/** What chairs answer to commands. A second telling changes nothing: the reply is written down once. */
async function takeReplies(
  uow: UnitOfWork,
  parts: OrderParts,
  commands: readonly CommandRecord[],
  replies: ReadonlyMap<string, PayloadOf<"reply">>,
  orders: Orders,
): Promise<void> {
  for (const command of commands) {
    const { outcome, running } = replies.get(command.commandId) as PayloadOf<"reply">;
    // A chair that will not stop is not asked again by its own answer: the two would talk in a circle.
    if (command.type !== "stop") await compareRun(uow, parts, command.deviceId, running, orders);
    if (command.type === "extend") await hearExtendReply(uow, parts, command, outcome, orders);
    if (command.orderId !== null && command.orderId !== running?.orderId)
      await hearThatItDoesNotRun(uow, parts, command, outcome, orders);
  }
}

async function hearThatItDoesNotRun(
  uow: UnitOfWork,
  parts: OrderParts,
  command: CommandRecord,
  outcome: PayloadOf<"reply">["outcome"],
  orders: Orders,
): Promise<void> {
  const order = orders.get(command.orderId ?? "");
  if (order === undefined) return;
  const refused = outcome === "refused" || outcome === "expired";
  if (command.type === "start" && order.status === "starting" && refused) {
    const cause = outcome === "expired" ? "startDeadline" : "refused";
    await failOrder(uow, parts, order, { cause, actor: `chair:${command.deviceId}` });
    orders.set(order.orderId, { ...order, status: "failed", deadlineAt: null });
  }
  if (command.type === "stop" && order.status === "running") {
    const end = { at: parts.clock.now(), reason: "stopped" } as const;
    orders.set(order.orderId, await endRun(uow, parts, order, end));
  }
}

/** What chairs say of themselves, compared with the orders of them (protocol, points 7 and 10). */
async function takeStates(
  uow: UnitOfWork,
  parts: OrderParts,
  there: readonly { readonly deviceId: string; readonly running: Running }[],
  known: ReadonlyMap<string, PresenceChange>,
  orders: Orders,
): Promise<void> {
  const now = parts.clock.now();
  const stops = await findWaitingStops(uow, endingSoon(orders, there), now);
  for (const { deviceId, running } of there) {
    const before = known.get(deviceId);
    // A chair that is back learns the time by this, and tells again what it has no receipt for.
    if (!before?.wasOnline || before.bootId !== before.bootIdBefore)
      enqueueCommand(uow, { deviceId, type: "report", orderId: null }, now);
    const live = [...orders.values()].find(
      (order) => order.deviceId === deviceId && order.parentOrderId === null && isLive(order.status),
    );
    await compareRun(uow, parts, deviceId, running, orders);
    if (live?.status !== "running") continue;
    // A coin order has no name at its chair: a run of coins is taken for it.
    const isOfCoins = live.payType === "coin" && running?.runId !== undefined;
    if (live.orderId !== running?.orderId && !isOfCoins) await expectItsEnd(uow, live, now);
    // It was to be stopped, and was away when it was told.
    else if (stops.has(live.orderId)) sendAgain(uow, stops.get(live.orderId) as string, now);
  }
}

/** Orders that run, as their chairs say: only these may have been told to stop. */
const endingSoon = (orders: Orders, there: readonly { running: Running }[]): string[] =>
  there.flatMap(({ running }) => {
    const order = orders.get(running?.orderId ?? "");
    return order?.status === "running" ? [order.orderId] : [];
  });

async function expectItsEnd(uow: UnitOfWork, live: LockedOrder, now: Date): Promise<void> {
  if (live.startedAt === null || now.getTime() - live.startedAt.getTime() <= settleMs) return;
  const endBy = later(now, endEventMs);
  if (live.deadlineAt !== null && live.deadlineAt <= endBy) return;
  // A move of it in this very transaction must not put the deadline back.
  await uow.flush();
  await setDeadline(uow, live.orderId, endBy);
}

/** A run that the chair reports, against the order it belongs to. */
async function compareRun(
  uow: UnitOfWork,
  parts: OrderParts,
  deviceId: string,
  running: Running,
  orders: Orders,
): Promise<void> {
  if (running?.orderId === undefined) return;
  const now = parts.clock.now();
  const order = orders.get(running.orderId) ?? null;
  if (order === null && (await isTestRun(uow, deviceId, running.orderId))) return;
  // An order that was never sent to a chair can't be what makes it run, and no extension ever is.
  const neverSent =
    order?.status === "unpaid" ||
    order?.status === "paid" ||
    (order !== null && order.parentOrderId !== null);
  if (order === null || order.deviceId !== deviceId || neverSent) {
    enqueueCommand(uow, { deviceId, type: "stop", orderId: null }, now);
    await addToDeviceCase(uow, { kind: "runWithoutOrder", deviceId, item: running.orderId, openedAt: now });
    return;
  }
  // Ended for its silence, or stopped while the stop was under way: the order is over, so is the run.
  if (order.status === "completed") return askToStop(uow, { deviceId, orderId: order.orderId }, now);
  const startedAt = startOfRun(now, running.elapsedSeconds, notBefore(order, parts.times));
  const confirmed = await confirmRun(uow, parts, order, { startedAt, stillRuns: true });
  orders.set(order.orderId, await compareLength(uow, parts, confirmed, running.totalSeconds));
}
