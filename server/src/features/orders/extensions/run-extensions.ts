import type { EndReason } from "@reposo/contract/orders.ts";
import { openCase } from "#features/cases/index.ts";
import { cancelOrder } from "#features/orders/execution/cancel-order.ts";
import { doubtedExtensions, lengthenRun } from "./extensions-store.ts";
import { failOrder } from "#features/orders/execution/fail-order.ts";
import { moveOrder } from "#features/orders/order-moves-store.ts";
import { announceOrder } from "#features/orders/order-news.ts";
import type { LockedOrder, OrderRecord } from "#features/orders/order-record.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import { boughtSeconds } from "#features/orders/order-state-rules.ts";
import { enqueueCommand } from "#features/orders/execution/send-commands.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

// What becomes of the extensions of a run. Everywhere here `run` is the order that is lengthened, locked together with
// its open extensions, and what comes back is the same as it stands afterwards.

type Parts = Pick<OrderParts, "clock" | "times" | "payments">;

const withChanged = (run: LockedOrder, changed: OrderRecord): LockedOrder => ({
  ...run,
  extensions: run.extensions.map((one) => (one.orderId === changed.orderId ? changed : one)),
});

const without = (run: LockedOrder, ended: OrderRecord): LockedOrder => ({
  ...run,
  extensions: run.extensions.filter((one) => one.orderId !== ended.orderId),
});

/**
 * Asks the chair for the oldest extension that is paid for, unless it is being asked for one: one at a time, so that
 * the length of its whole run tells what it took.
 */
export async function askForNext(uow: UnitOfWork, parts: Parts, run: LockedOrder): Promise<LockedOrder> {
  const next = run.extensions.find(({ status }) => status === "paid");
  const isAsked = run.extensions.some(({ status }) => status === "starting");
  if (run.status !== "running" || next === undefined || isAsked) return run;
  const now = parts.clock.now();
  const { orderId: extensionOrderId, deviceId, minutes } = next;
  const notAfter = later(now, parts.times.startDeadlineMs);
  const { orderId } = run;
  enqueueCommand(
    uow,
    { deviceId, type: "extend", orderId, seconds: minutes * 60, extensionOrderId, notAfter },
    now,
  );
  moveOrder(uow, {
    orderId: extensionOrderId,
    from: "paid",
    to: "starting",
    cause: "extendSent",
    at: now,
    deadlineAt: notAfter,
    startDeadlineAt: notAfter,
  });
  announceOrder(uow, next, now);
  return withChanged(run, { ...next, status: "starting", deadlineAt: notAfter, startDeadlineAt: notAfter });
}

/** The chair took it: the extension runs, and the end of the run moves by its minutes, in one step (guarantee 11). */
export async function takeExtension(
  uow: UnitOfWork,
  { clock, times }: Parts,
  run: LockedOrder,
  extension: OrderRecord,
): Promise<LockedOrder> {
  if (run.endsAt === null) return run;
  const now = clock.now();
  const { orderId, minutes } = extension;
  const endsAt = later(run.endsAt, minutes * 60_000);
  const deadlineAt = later(endsAt, times.silenceMs);
  const extendedMinutes = (run.extendedMinutes ?? 0) + minutes;
  await lengthenRun(uow, run.orderId, { endsAt, deadlineAt, extendedMinutes });
  moveOrder(uow, {
    orderId,
    from: "starting",
    to: "running",
    cause: "chairExtended",
    at: now,
    // It ends with the run, whose deadline is kept there.
    deadlineAt: null,
    startedAt: now,
    endsAt,
  });
  announceOrder(uow, extension, now);
  const running = { ...extension, status: "running", startedAt: now, endsAt, deadlineAt: null } as const;
  return withChanged({ ...run, endsAt, deadlineAt, extendedMinutes }, running);
}

/** Nothing came of it: everything is returned, and the next one has its turn. */
export async function giveUpExtension(
  uow: UnitOfWork,
  parts: Parts,
  run: LockedOrder,
  extension: OrderRecord,
  why: { cause: EndReason; actor: string },
): Promise<LockedOrder> {
  await failOrder(uow, parts, extension, why);
  return askForNext(uow, parts, without(run, extension));
}

/**
 * How long the chair says its run is, against what was bought. The extension it is being asked for is in it, or one
 * that was given up before it was heard of: that one is had for nothing, and shown to a person.
 */
export async function compareLength(
  uow: UnitOfWork,
  parts: Parts,
  run: LockedOrder,
  totalSeconds: number,
): Promise<LockedOrder> {
  const bought = boughtSeconds(run);
  if (run.status !== "running" || run.extendedMinutes === null || totalSeconds <= bought) return run;
  const asked = run.extensions.find(({ status }) => status === "starting");
  if (asked !== undefined) {
    const doubted = await doubtedExtensions(uow, run);
    const explained = doubted.reduce((seconds, { minutes }) => seconds + minutes * 60, bought);
    // Which of two it took can't be told from the sum: its reply will tell, or the deadline.
    if (totalSeconds < explained + asked.minutes * 60) return run;
    return askForNext(uow, parts, await takeExtension(uow, parts, run, asked));
  }
  await showDoubted(uow, parts, run, totalSeconds);
  return run;
}

async function showDoubted(
  uow: UnitOfWork,
  { clock }: Parts,
  run: LockedOrder,
  totalSeconds: number,
): Promise<void> {
  for (const { orderId, minutes } of await doubtedExtensions(uow, run))
    await openCase(uow, {
      kind: "ranAfterRefund",
      deviceId: run.deviceId,
      orderId,
      subject: orderId,
      detail: { extends: run.orderId, minutes, totalSeconds },
      openedAt: clock.now(),
    });
}

/** A run that lasted longer than was bought: its chair had taken what it was being asked for, or what was given up. */
export async function takeByLength(
  uow: UnitOfWork,
  parts: Parts,
  run: LockedOrder,
  ranSeconds: number,
): Promise<LockedOrder> {
  if (run.extendedMinutes === null || ranSeconds <= boughtSeconds(run) + 1) return run;
  const asked = run.extensions.find(({ status }) => status === "starting");
  if (asked !== undefined && run.status === "running") return takeExtension(uow, parts, run, asked);
  await showDoubted(uow, parts, run, ranSeconds);
  return run;
}

/** The run is over: what ran of it ends as it did, what had not begun comes to nothing. */
export async function endExtensions(
  uow: UnitOfWork,
  parts: Parts,
  run: LockedOrder,
  end: { endedAt: Date; reason: EndReason },
): Promise<void> {
  const now = parts.clock.now();
  for (const extension of run.extensions) {
    if (extension.status === "unpaid") await cancelOrder(uow, parts, extension, "runEnded", now);
    else if (extension.status !== "running")
      await failOrder(uow, parts, extension, { cause: "runEnded", actor: "server" });
    else {
      moveOrder(uow, {
        orderId: extension.orderId,
        from: "running",
        to: "completed",
        cause: end.reason,
        at: now,
        deadlineAt: null,
        endedAt: end.endedAt,
        endReason: end.reason,
      });
      announceOrder(uow, extension, now);
    }
  }
}
