import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import {
  applyExtension,
  failExtension,
  requestNextExtension,
} from "#features/orders/extensions/run-extensions.ts";
import { type CommandRecord, repeatExpired } from "#features/chair-commands/index.ts";
import { failOrder } from "#features/orders/transitions/cancel-or-fail-order.ts";
import type { ChairMessageContext, CommandReply } from "./locked-orders.ts";
import { reconcileRun } from "./reconcile-run.ts";
import { endRun } from "./end-run.ts";

/**
 * Processes the first reply to each command. A repeated reply has no effect, because `commands` excludes its
 * command.
 */
export async function processReplies({
  commands,
  replies,
  ...context
}: ChairMessageContext & {
  readonly commands: readonly CommandRecord[];
  readonly replies: readonly PayloadOf<"reply">[];
}): Promise<void> {
  const byCommand = new Map(replies.map((reply) => [reply.commandId, reply]));
  for (const command of commands) {
    const reply = byCommand.get(command.commandId);
    if (reply === undefined) throw new Error(`command ${command.commandId} was recorded without a reply`);
    const { deviceId, type, orderId } = command;
    // A reply to a stop must not cause another stop: a chair that does not stop would cause an endless loop.
    if (type !== "stop") await reconcileRun({ ...context, deviceId, running: reply.running });
    if (type === "extend") await processExtendReply({ ...context, command, reply });
    if (orderId !== null && orderId !== reply.running?.orderId)
      await processIdleReply({ ...context, command, reply });
  }
}

/**
 * Processes a reply of a chair that does not run the command's order, because the chair refused the start or has
 * stopped. After a stop, the order ends whatever the outcome in the reply is.
 */
async function processIdleReply({ uow, dependencies, orders, command, reply }: CommandReply): Promise<void> {
  const order = orders.find(command.orderId);
  if (order === undefined) return;
  const { outcome } = reply;
  const isRefused = outcome === "refused" || outcome === "expired";
  if (command.type === "start" && order.status === "starting" && isRefused) {
    if (outcome === "expired" && repeatExpired(uow, command, dependencies.clock.now())) return;
    const cause = outcome === "expired" ? "startDeadline" : "refused";
    await failOrder(uow, dependencies, order, { cause, actor: `chair:${command.deviceId}` });
    orders.remember({ ...order, status: "failed", deadlineAt: null });
  }
  // A coin run is reported without an order, so the end of a coin order is taken from the event of its run.
  if (command.type === "stop" && order.status === "running" && order.payType !== "coin") {
    const end = { at: dependencies.clock.now(), reason: "stopped" } as const;
    orders.remember(await endRun(uow, dependencies, order, end));
  }
}

/**
 * Applies or fails an extension by the chair's reply to its command, and requests the next extension. Repeats an
 * expired command once.
 */
async function processExtendReply({
  uow,
  dependencies,
  orders,
  command,
  reply: { outcome },
}: CommandReply): Promise<void> {
  const run = orders.find(command.orderId);
  // An extension that is not `starting` was already decided by the reported length or the end of the run.
  const requested = run?.extensions.find(
    ({ orderId, status }) => orderId === command.extensionOrderId && status === "starting",
  );
  if (run === undefined || requested === undefined) return;
  if (outcome === "done" || outcome === "duplicate") {
    const extended = await applyExtension(uow, dependencies, run, requested);
    return orders.remember(await requestNextExtension(uow, dependencies, extended));
  }
  if (outcome === "expired" && repeatExpired(uow, command, dependencies.clock.now())) return;
  const cause = outcome === "expired" ? "startDeadline" : "refused";
  const reason = { cause, actor: `chair:${command.deviceId}` } as const;
  orders.remember(await failExtension(uow, dependencies, run, requested, reason));
}
