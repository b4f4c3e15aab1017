import type { CommandReply } from "#features/orders/execution/locked-orders.ts";
import { repeatExpired } from "#features/orders/execution/send-commands.ts";
import { applyExtension, failExtension, requestNextExtension } from "./run-extensions.ts";

/** Applies or fails the extension that a chair has replied to. */
export async function processExtendReply({
  uow,
  dependencies,
  orders,
  command,
  reply: { outcome },
}: CommandReply): Promise<void> {
  const run = orders.find(command.orderId);
  // An extension that is not `starting` was already processed by the length of the run, or by its end.
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
