import type { ChairMessages } from "#chairs/index.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { processCoins, settleCoinMeters } from "#features/orders/coins/process-coins.ts";
import type { OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { type ChairReport, recordPresence, recordTestRuns } from "#features/devices/index.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { findLiveOrders } from "#features/orders/record/orders-store.ts";
import { type CommandRecord, recordReplies, resendUnanswered } from "#features/chair-commands/index.ts";
import { lockOrdersOfBatch } from "#features/orders/execution/locked-orders.ts";
import { processReplies } from "#features/orders/execution/process-replies.ts";
import { isRunEvent, processRunEvents } from "#features/orders/execution/process-run-events.ts";
import { processStates } from "#features/orders/execution/process-chair-states.ts";
import { addToDeviceCase } from "#features/cases/index.ts";
import { findMisreportedRuns } from "#features/orders/execution/misreported-runs-store.ts";

/**
 * Processes a batch of chair messages in the transaction that stores the events: first replies, then states, then
 * events, which is the order in which a chair sends them; of the events, runs before coins.
 */
export function createProcessChairMessages(dependencies: OrderDependencies) {
  const bootIds: BootIds = new Map();
  return async (uow: UnitOfWork, messages: ChairMessages): Promise<void> => {
    const now = dependencies.clock.now();
    // Before the states are stored, because the earlier states limit what the chairs could earn until now.
    await settleCoinMeters(uow, messages.states, now);
    await processRuns(uow, dependencies, messages, bootIds);
    await processCoins(uow, dependencies, messages.events);
    // After all events, because an event may confirm an extension or contain a coin of the run.
    for (const { deviceId, runId } of await findMisreportedRuns(uow, messages.events))
      await addToDeviceCase(uow, { kind: "runMisreported", deviceId, item: runId, openedAt: now });
  };
}

/**
 * Boot ID of each chair's last online state. A transaction that is repeated finds that of its own state, so that a
 * take-over may be missed once, and never counted wrongly.
 */
type BootIds = Map<string, string>;

async function processRuns(
  uow: UnitOfWork,
  dependencies: OrderDependencies,
  batch: ChairMessages,
  bootIds: BootIds,
): Promise<void> {
  const { replies, states, events } = batch;
  const now = dependencies.clock.now();
  const commands = replies.length === 0 ? [] : await recordReplies(uow, replies, now);
  // Without chairs that have nothing to report, and without unknown ones.
  const presence = await recordPresence(uow, reportsOf(commands, batch, bootIds), now);
  for (const { deviceId, state } of states) if (state.online) bootIds.set(deviceId, state.bootId);
  // Several boards have begun to use the identity of one chair.
  for (const [deviceId, { wasIdentityShared, isIdentityShared }] of presence)
    if (isIdentityShared && !wasIdentityShared)
      dependencies.security?.record("chair.identityShared", { deviceId });
  const online = states.flatMap(({ deviceId, state, isRetained }) =>
    state.online && presence.has(deviceId) ? [{ deviceId, running: state.running, isRetained }] : [],
  );
  const reporting = new Set([...online, ...commands].map(({ deviceId }) => deviceId));
  const runEvents = events.filter(isRunEvent);
  const live = await findLiveOrders(uow, [...reporting]);
  const orders = await lockOrdersOfBatch(uow, [
    ...commands.map(({ orderId }) => orderId),
    ...replies.map(({ reply }) => reply.running?.orderId),
    ...live.map(({ orderId }) => orderId),
    ...online.map(({ running }) => running?.orderId),
    ...runEvents.map(({ event }) => event.orderId),
  ]);
  const context = { uow, dependencies, orders };
  await processReplies({ ...context, commands, replies: replies.map(({ reply }) => reply) });
  await processStates({ ...context, states: online, presence });
  await processRunEvents({ ...context, events: runEvents });
  // A run whose ID belongs to no order may be a test run.
  await recordTestRuns(
    uow,
    runEvents.filter(({ event }) => orders.find(event.orderId) === undefined),
  );
  const unanswered = orders
    .all()
    .filter((order) => reporting.has(order.deviceId) && isStartingOrExtending(order));
  await resendUnanswered(
    uow,
    unanswered.map(({ orderId }) => orderId),
    now,
  );
}

const isStartingOrExtending = ({ status, extensions }: LockedOrder): boolean =>
  status === "starting" || extensions.some((extension) => extension.status === "starting");

/**
 * Merges the messages into one presence report per chair. Omits replies to unknown commands, and repeated replies. Also
 * omits a reply in which the chair runs the command's order, because the state of this run is stored with the order. Of
 * events, only ends of runs without an order, such as coin runs, are part of a report.
 */
function reportsOf(
  commands: readonly CommandRecord[],
  { replies, states, events }: ChairMessages,
  bootIds: BootIds,
): ChairReport[] {
  const reports = new Map<string, ChairReport>();
  const add = (report: ChairReport) =>
    reports.set(report.deviceId, { ...reports.get(report.deviceId), ...report });
  for (const { deviceId, reply } of replies) {
    const command = commands.find(({ commandId }) => commandId === reply.commandId);
    const isOfCommand = reply.running?.orderId !== undefined && reply.running.orderId === command?.orderId;
    if (command !== undefined && !isOfCommand) add({ deviceId, running: reply.running });
  }
  for (const { deviceId, state, isRetained } of states) {
    const previousBootId = bootIds.get(deviceId);
    add({
      deviceId,
      state,
      isStateRetained: isRetained,
      ...(previousBootId !== undefined && { previousBootId }),
    });
  }
  for (const { deviceId, event } of events)
    if (event.orderId === undefined && event.runId !== undefined && endsRun(event.type)) {
      const endedRunIds = [...(reports.get(deviceId)?.endedRunIds ?? []), event.runId];
      add({ deviceId, endedRunIds });
    }
  return [...reports.values()];
}

const endsRun = (type: PayloadOf<"event">["type"]): boolean => type === "finished" || type === "stopped";
