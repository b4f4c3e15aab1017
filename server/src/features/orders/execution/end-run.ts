import type { EndReason } from "@reposo/contract/orders/order-values.ts";
import { closeCaseAbout } from "#features/cases/index.ts";
import { mayHaveExecutedStop } from "#features/chair-commands/index.ts";
import { endExtensions } from "#features/orders/extensions/run-extensions.ts";
import { later, type OrderDependencies } from "#features/orders/record/order-dependencies.ts";
import type { LockedOrder } from "#features/orders/record/order-record.ts";
import { moveAndPublish, openOrderCase } from "#features/orders/record/record-order-change.ts";
import {
  boughtSeconds,
  isClearlyShort,
  mayLackReport,
  type ReportedEndReason,
} from "#features/orders/record/run-rules.ts";
import { refundUnusedMinutes } from "#features/orders/refunds/refund-unused-minutes.ts";
import { offerAfterFault } from "#features/orders/transfers/offer-transfer.ts";
import { enqueueSettlement } from "#features/orders/transfers/settle-transfer.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

interface RunEnd {
  readonly at: Date;
  readonly reason: EndReason;
}

interface ReportedEnd {
  readonly at: Date;
  readonly reason: ReportedEndReason;
  /** Null if the chair did not report how long it ran. */
  readonly ranSeconds: number | null;
  /** True if `at` is the time of arrival, because the chair's clock was not usable. */
  readonly hasUnreliableTime: boolean;
}

/**
 * Returns when and why a run ended, from its chair's report. A run that was clearly shorter than its bought time, and
 * is reported as finished or without a reason, counts as ended by a fault and opens a case, unless the server had sent
 * a stop or the end was already confirmed.
 */
export async function resolveRunEnd(
  uow: UnitOfWork,
  dependencies: Pick<OrderDependencies, "clock">,
  run: LockedOrder,
  { at: reportedAt, reason: reported, ranSeconds, hasUnreliableTime }: ReportedEnd,
): Promise<RunEnd> {
  const reason = reported === "unexplained" ? "stopped" : reported;
  const isEndUnconfirmed =
    run.status === "running" || (run.status === "completed" && mayLackReport(run.endReason));
  const isExplained = reported !== "finished" && reported !== "unexplained";
  // A power loss resets the chair's clock, so the time of the report is not the time of the end.
  const isLate = reason === "powerLoss" || hasUnreliableTime;
  const at = isLate ? endByRunTime(run, reportedAt, ranSeconds) : reportedAt;
  if (isExplained || !isEndUnconfirmed || run.startedAt === null) return { at, reason };
  // If the chair did not report how long it ran, the time since the start is used.
  const ran = ranSeconds ?? Math.max(0, Math.floor((at.getTime() - run.startedAt.getTime()) / 1000));
  const bought = boughtSeconds(run);
  if (!isClearlyShort(ran, bought)) return { at, reason };
  // If the server had sent a stop, the chair has probably executed it and reports another reason.
  if (await mayHaveExecutedStop(uow, run.orderId, at)) return { at, reason: "stopped" };
  const detail = { told: reported, boughtSeconds: bought, ranSeconds: ran };
  await openOrderCase(uow, dependencies, "ranShort", run, detail);
  return { at: later(run.startedAt, ran * 1000), reason: "fault" };
}

/** Returns the start of the run plus the time that it lasted, but at most `at`; returns `at` if either is unknown. */
function endByRunTime({ startedAt }: LockedOrder, at: Date, ranSeconds: number | null): Date {
  if (startedAt === null || ranSeconds === null) return at;
  return new Date(Math.min(at.getTime(), startedAt.getTime() + ranSeconds * 1000));
}

/** Closes the case that was opened because the chair had not reported the end of the run, if there is one. */
export async function closeUnconfirmedEnd(
  uow: UnitOfWork,
  { clock }: Pick<OrderDependencies, "clock">,
  run: LockedOrder,
): Promise<void> {
  if (run.endReason === "silent")
    await closeCaseAbout(uow, { kind: "endUnheard", subject: run.orderId, closedAt: clock.now() });
}

/**
 * Ends a running order and its extensions, and refunds unused minutes or offers to continue them on another chair. An
 * order with another status is returned unchanged. The end is limited to the time between the start and now, because the
 * chair's clock may be wrong.
 * @returns the order with its current state
 */
export async function endRun(
  uow: UnitOfWork,
  dependencies: Pick<OrderDependencies, "clock" | "times" | "payments">,
  order: LockedOrder,
  end: RunEnd,
): Promise<LockedOrder> {
  if (order.status !== "running") return order;
  const now = dependencies.clock.now();
  const { reason } = end;
  const startedMs = order.startedAt?.getTime() ?? 0;
  // The lower bound is applied last: after the server's clock was set back, the start may be in the future.
  const endedAt = new Date(Math.max(Math.min(end.at.getTime(), now.getTime()), startedMs));
  moveAndPublish(uow, order, {
    to: "completed",
    cause: reason,
    at: now,
    deadlineAt: null,
    endedAt,
    endReason: reason,
  });
  const ended = { ...order, status: "completed", endedAt, endReason: reason, deadlineAt: null } as const;
  await endExtensions(uow, dependencies, order, { endedAt, reason });
  const ran = order.extensions.filter(({ status }) => status === "running");
  const massage = { order: ended, extensions: ran };
  if (!(await offerAfterFault(uow, dependencies, massage)))
    await refundUnusedMinutes(uow, dependencies, massage);
  if (order.transferredFrom !== null) enqueueSettlement(uow, order.transferredFrom.orderId, now);
  return { ...ended, extensions: [] };
}
