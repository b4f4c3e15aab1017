import type { CommandReply } from "#features/orders/execution/locked-orders.ts";
import { repeatExpired } from "#features/orders/execution/commands/send-commands.ts";
import { applyExtension, failExtension, requestNextExtension } from "./run-extensions.ts";

/** Applies or fails an extension by the chair's reply to its command, and requests the next one. */
export async function processExtendReply({
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
    return orders.update(await requestNextExtension(uow, dependencies, extended));
  }
  if (outcome === "expired" && repeatExpired(uow, command, dependencies.clock.now())) return;
  const cause = outcome === "expired" ? "startDeadline" : "refused";
  const reason = { cause, actor: `chair:${command.deviceId}` } as const;
  orders.update(await failExtension(uow, dependencies, run, requested, reason));
}
