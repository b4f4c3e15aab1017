import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { closeFilledGaps, openCase } from "#features/attention/index.ts";
import { findDevice } from "#features/devices/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database, Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import type { Log } from "#platform/log.ts";
import { transact } from "#platform/transactions.ts";
import { advanceEpoch, insertEvent } from "./chair-intake-store.ts";
import { eventTime } from "./event-time-rules.ts";

/** Told once an event, in the transaction that keeps it. */
export type ChairEventListener = (
  tx: Transaction,
  deviceId: string,
  event: PayloadOf<"event">,
  occurredAt: Date,
) => Promise<void>;

export interface ChairIntakeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sendReceipt: (deviceId: string, receipt: PayloadOf<"receipt">) => Promise<void>;
  readonly wake: () => void;
}

export type ChairIntake = ReturnType<typeof createChairIntake>;

/**
 * Takes chairs' events into the database, once by (device, epoch, seq) whatever is repeated or shuffled, and sends a
 * receipt after the commit: only what a receipt covers may the chair forget.
 */
export function createChairIntake({ database, clock, log, sendReceipt, wake }: ChairIntakeParts) {
  const listeners: ChairEventListener[] = [];

  async function take(tx: Transaction, deviceId: string, event: PayloadOf<"event">): Promise<number | null> {
    const device = await findDevice(tx, deviceId);
    if (device === null) return null;
    const now = clock.now();
    const time = eventTime(event.at, now, device.installedAt);
    const isNew = await insertEvent(tx, deviceId, event, time, now);
    const { completeUpTo, highestSeq } = await advanceEpoch(tx, deviceId, event.epoch, event.seq);
    if (highestSeq > completeUpTo)
      // A gap is shown, never guessed. Events out of order fill it within moments, and close the case.
      await openCase(tx, {
        kind: "eventGap",
        deviceId,
        orderId: null,
        subject: `${deviceId}:${event.epoch}:${completeUpTo + 1}`,
        detail: { missingFrom: completeUpTo + 1, highestSeq },
        openedAt: now,
      });
    // Where an earlier gap was filled by this event, though a later one may be left.
    if (isNew && highestSeq > event.seq && completeUpTo >= event.seq)
      await closeFilledGaps(tx, { deviceId, epoch: event.epoch, completeUpTo, closedAt: now });
    if (isNew) for (const listener of listeners) await listener(tx, deviceId, event, time.occurredAt);
    failPoint("event.before-commit");
    return completeUpTo;
  }

  return {
    addListener(listener: ChairEventListener): void {
      listeners.push(listener);
    },
    async hearEvent(deviceId: string, event: PayloadOf<"event">): Promise<void> {
      const upTo = await transact(database, (tx) => take(tx, deviceId, event));
      failPoint("event.committed");
      wake();
      if (upTo === null) return;
      // A receipt that gets lost is sent again when the chair repeats the event.
      await sendReceipt(deviceId, { epoch: event.epoch, upTo }).catch((error: unknown) =>
        log.warn({ err: error, deviceId }, "a receipt could not be sent"),
      );
    },
  };
}
