import { claimUnansweredStarts } from "./chair-commands-store.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { resendCommand } from "./send-commands.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** Minimum time between two resends of the same command. */
const resendIntervalMs = 500;

/**
 * Resends unanswered starts and extensions to chairs that report, because a command may have been lost with a
 * connection. A chair that has already executed the command replies `duplicate`.
 * The caller holds the locks of `orders`, each with its current state.
 */
export async function resendUnanswered(
  uow: UnitOfWork,
  reporting: ReadonlySet<string>,
  orders: readonly LockedOrder[],
  now: Date,
): Promise<void> {
  const unanswered = orders.filter(
    (order) => reporting.has(order.deviceId) && (order.status === "starting" || isExtending(order)),
  );
  if (unanswered.length === 0) return;
  const claimed = await claimUnansweredStarts(
    uow,
    unanswered.map(({ orderId }) => orderId),
    now,
    resendIntervalMs,
  );
  for (const { commandId, dueAt } of claimed) resendCommand(uow, commandId, dueAt);
}

const isExtending = ({ extensions }: LockedOrder): boolean =>
  extensions.some(({ status }) => status === "starting");
