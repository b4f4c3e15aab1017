import type { EndReason } from "@reposo/contract/orders.ts";
import { closeCaseAbout, openCase } from "#features/cases/index.ts";
import { wasToldToStop } from "./chair-commands-store.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import { boughtSeconds, isClearlyShort, type ToldReason } from "#features/orders/order-state-rules.ts";
import { later, type OrderParts } from "#features/orders/orders-parts.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

type Parts = Pick<OrderParts, "clock">;

export interface RunEnd {
  readonly at: Date;
  readonly reason: EndReason;
}

interface ToldEnd {
  readonly at: Date;
  readonly reason: ToldReason;
  readonly ranSeconds: number | null;
}

/**
 * How a run ended, from what its chair says of it. One that says "finished" well before what was bought had passed, or
 * stopped for no reason that it can name, has failed, unless we had asked it to stop.
 */
export async function judgeEnd(
  uow: UnitOfWork,
  { clock }: Parts,
  run: LockedOrder,
  { at, reason: told, ranSeconds }: ToldEnd,
): Promise<RunEnd> {
  const reason = told === "unexplained" ? "stopped" : told;
  const isOpen = run.status === "running" || (run.status === "completed" && run.endReason === "silent");
  const isPlain = told !== "finished" && told !== "unexplained";
  if (isPlain || !isOpen || run.startedAt === null) return { at, reason };
  // A chair that does not say how long it ran is taken by the clock.
  const ran = ranSeconds ?? Math.max(0, Math.floor((at.getTime() - run.startedAt.getTime()) / 1000));
  const bought = boughtSeconds(run);
  if (!isClearlyShort(ran, bought)) return { at, reason };
  const { orderId, deviceId } = run;
  // It obeyed, and calls that its end.
  if (await wasToldToStop(uow, orderId, at)) return { at, reason: "stopped" };
  await openCase(uow, {
    kind: "ranShort",
    deviceId,
    orderId,
    subject: orderId,
    detail: { told, boughtSeconds: bought, ranSeconds: ran },
    openedAt: clock.now(),
  });
  return { at: later(run.startedAt, ran * 1000), reason: "fault" };
}

/** Nobody told how a run ended, so nobody knows whether all of it was had: until its chair tells after all. */
export async function showUnheardEnd(uow: UnitOfWork, { clock }: Parts, run: LockedOrder): Promise<void> {
  const { orderId, deviceId } = run;
  await openCase(uow, {
    kind: "endUnheard",
    deviceId,
    orderId,
    subject: orderId,
    detail: { boughtSeconds: boughtSeconds(run) },
    openedAt: clock.now(),
  });
}

export async function settleUnheardEnd(uow: UnitOfWork, { clock }: Parts, run: LockedOrder): Promise<void> {
  if (run.endReason === "silent")
    await closeCaseAbout(uow, { kind: "endUnheard", subject: run.orderId, closedAt: clock.now() });
}
