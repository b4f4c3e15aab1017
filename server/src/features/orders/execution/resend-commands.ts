import { claimUnansweredStarts } from "./chair-commands-store.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { sendAgain } from "./send-commands.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * A chair that reports while it has not answered a start or an extension may never have received the command, as after
 * a broken connection. The same command is sent again until it expires; a chair that has it answers `duplicate`
 * (protocol, points 1 and 8). The caller holds the locks of `orders`, each as the chair's messages have left it.
 */
export async function resendUnanswered(
  uow: UnitOfWork,
  reporting: ReadonlySet<string>,
  orders: Iterable<LockedOrder>,
  now: Date,
): Promise<void> {
  const unanswered = [...orders].filter(
    (order) => reporting.has(order.deviceId) && (order.status === "starting" || isExtending(order)),
  );
  if (unanswered.length === 0) return;
  const claimed = await claimUnansweredStarts(
    uow,
    unanswered.map(({ orderId }) => orderId),
    now,
  );
  for (const { commandId, dueAt } of claimed) sendAgain(uow, commandId, dueAt);
}

const isExtending = ({ extensions }: LockedOrder): boolean =>
  extensions.some(({ status }) => status === "starting");
