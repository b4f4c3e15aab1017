import type { EndReason, OrderStatus } from "@reposo/contract/orders/order-values.ts";
import { clockErrorMs } from "./model-end.ts";
import type { ModelOrder, RefundPolicy } from "./model-order.ts";

const [startMs, graceMs, silenceMs] = [20_000, 15_000, 30_000];
const maxLeftMs = 120 * 60_000;
const minute = 60_000;

/** Whether the run ended by a stop that a manager had requested. */
const wasStoppedByManager = ({ stops }: ModelOrder, endedMs: number, reason: EndReason): boolean =>
  reason === "stopped" &&
  stops.some(
    ({ byManager, requestedMs, untilMs }) =>
      byManager && requestedMs <= endedMs + clockErrorMs && untilMs > endedMs,
  );

/** Creates the model of extensions; an extension is an order whose parent is the order of the run. */
export function createModelExtensions({
  orders,
  broken,
  policy,
  end,
  fail,
}: {
  orders: readonly ModelOrder[];
  broken: ReadonlySet<number>;
  policy: RefundPolicy;
  end: (order: ModelOrder, status: OrderStatus, reason: EndReason) => void;
  fail: (order: ModelOrder, reason: EndReason) => void;
}) {
  const of = (run: ModelOrder) => orders.filter((order) => order.parent === run);
  const startingExtension = (run: ModelOrder) => of(run).find(({ status }) => status === "starting");
  const minutesOf = (some: readonly ModelOrder[]) => some.reduce((sum, { minutes }) => sum + minutes, 0);
  const taken = (run: ModelOrder) =>
    of(run).filter(({ status }) => status === "running" || status === "completed");
  const boughtSeconds = (run: ModelOrder) => 60 * (run.minutes + minutesOf(taken(run)));
  /**
   * Extensions that failed or were refunded after the server sent them, and that the chair did not refuse: the run may
   * include their minutes.
   */
  const unconfirmedRun = (run: ModelOrder) =>
    of(run).filter(
      ({ status, isSent, refusedByChair }) =>
        (status === "failed" || status === "refunded") && isSent && !refusedByChair,
    );

  const isStillRunning = (run: ModelOrder, now: number) =>
    run.status === "running" && run.endsMs > now && run.stopUntilMs <= now;
  const matches = (run: ModelOrder, minutes: number, now: number) => {
    const onItsWay = of(run).filter(({ status }) => status === "paid" || status === "starting");
    return run.endsMs - now + (minutesOf(onItsWay) + minutes) * minute <= maxLeftMs;
  };

  const requestNext = (run: ModelOrder, now: number) => {
    const next = of(run).find(({ status }) => status === "paid");
    if (run.status !== "running" || next === undefined || startingExtension(run)) return;
    Object.assign(next, { status: "starting", isSent: true, wasQueried: false, deadlineMs: now + startMs });
  };
  const applyExtension = (run: ModelOrder, extension: ModelOrder, now: number) => {
    run.endsMs += extension.minutes * minute;
    run.deadlineMs = run.endsMs + silenceMs;
    Object.assign(extension, { status: "running", startedMs: now, endsMs: run.endsMs, deadlineMs: null });
    requestNext(run, now);
  };
  const abandon = (run: ModelOrder, extension: ModelOrder, reason: EndReason, now: number) => {
    fail(extension, reason);
    requestNext(run, now);
  };

  return {
    of,
    boughtSeconds,
    rejectionOf(run: ModelOrder, minutes: number, now: number): string | null {
      if (run.parent !== null || !isStillRunning(run, now)) return "orderStatusForbids";
      if (broken.has(run.place)) return "deviceUnavailable";
      if (!matches(run, minutes, now)) return "extensionTooLong";
      return of(run).some(({ status }) => status === "unpaid") ? "extensionUnpaid" : null;
    },
    placed(extension: ModelOrder, run: ModelOrder, now: number): void {
      Object.assign(extension, { status: "paid", deadlineMs: now + startMs });
      requestNext(run, now);
    },
    paid(extension: ModelOrder, run: ModelOrder, now: number): void {
      if (!isStillRunning(run, now)) return fail(extension, "runEnded");
      if (broken.has(run.place)) return fail(extension, "deviceUnavailable");
      if (!matches(run, extension.minutes, now)) return fail(extension, "refused");
      this.placed(extension, run, now);
    },
    /** Applies the chair's reply to the command that requested these minutes. */
    answered(extension: ModelOrder, outcome: string, now: number): void {
      const run = extension.parent as ModelOrder;
      const took = outcome === "done" || outcome === "duplicate";
      if (!took) extension.refusedByChair = true;
      if (extension.status !== "starting") return;
      if (took) applyExtension(run, extension, now);
      else abandon(run, extension, outcome === "expired" ? "startDeadline" : "refused", now);
    },
    /** Applies the duration of the whole run as reported by the chair. */
    isAsLongAs(run: ModelOrder, totalSeconds: number, now: number): void {
      const extension = startingExtension(run);
      if (run.status !== "running" || extension === undefined || totalSeconds <= boughtSeconds(run)) return;
      const explained = boughtSeconds(run) + 60 * minutesOf(unconfirmedRun(run));
      if (totalSeconds >= explained + 60 * extension.minutes) applyExtension(run, extension, now);
    },
    ranFor(run: ModelOrder, seconds: number, now: number): void {
      const extension = startingExtension(run);
      if (run.status === "running" && extension && seconds > boughtSeconds(run) + 1)
        applyExtension(run, extension, now);
    },
    deadline(extension: ModelOrder, run: ModelOrder, now: number): void {
      if (extension.status === "paid") {
        if (startingExtension(run)) extension.deadlineMs = now + startMs;
        else fail(extension, "startDeadline");
      } else if (extension.wasQueried) abandon(run, extension, "startDeadline", now);
      else Object.assign(extension, { wasQueried: true, deadlineMs: now + graceMs });
    },
    /** Applies the end of a run: an extension that was running ends too, and an extension that had not begun fails. */
    ended(run: ModelOrder, endedMs: number, reason: EndReason): void {
      for (const extension of of(run)) {
        if (extension.status === "unpaid") end(extension, "cancelled", "runEnded");
        else if (extension.status === "running") end(extension, "completed", reason);
        else if (extension.status === "paid" || extension.status === "starting") fail(extension, "runEnded");
      }
      this.recordRefund(run, endedMs, reason);
    },
    /**
     * Records the refund of the part that the chair did not deliver: because it failed, according to the outlet's policy,
     * or because a manager stopped it, as the unused share of every payment.
     */
    recordRefund(run: ModelOrder, endedMs: number, reason: EndReason): void {
      const portions = [run, ...taken(run)];
      const cause = reason === "fault" || reason === "powerLoss" ? "failure" : "managerStop";
      if (cause === "managerStop" && !wasStoppedByManager(run, endedMs, reason)) return;
      const applied = cause === "failure" ? policy : "proportional";
      if (applied === "none" || endedMs >= run.endsMs) return;
      for (const portion of portions) {
        const endsMs = portion === run ? run.startedMs + run.minutes * minute : portion.endsMs;
        const unused = Math.min(Math.max((endsMs - endedMs) / (portion.minutes * minute), 0), 1);
        if (cause === "failure" && portion.payType !== "online") continue;
        const { unusedMinor } = portion;
        // A cause is refunded once, even if the chair reports the end a second time with an earlier time.
        if (unusedMinor[cause] > 0) continue;
        const whole =
          applied === "full"
            ? portion.amountMinor
            : Math.ceil(Number((portion.amountMinor * unused).toFixed(6)));
        const share = Math.min(
          Math.max(0, whole - unusedMinor.failure - unusedMinor.managerStop),
          portion.amountMinor - portion.refundTotalMinor,
        );
        unusedMinor[cause] = share;
        portion.refundTotalMinor += share;
      }
    },
  };
}
