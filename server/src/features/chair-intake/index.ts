import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { closeFilledGaps, openCase } from "#features/attention/index.ts";
import { installationDates } from "#features/devices/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database, Transaction } from "#platform/database.ts";
import { failPoint } from "#platform/fail-points.ts";
import { createGathering } from "#platform/gather.ts";
import type { Log } from "#platform/log.ts";
import { transact } from "#platform/transactions.ts";
import { advanceEpochs, type EpochProgress, insertEvents } from "./chair-intake-store.ts";
import { eventTime } from "./event-time-rules.ts";

/** Told once an event, in the transaction that keeps it. */
export type ChairEventListener = (
  tx: Transaction,
  taken: readonly {
    readonly deviceId: string;
    readonly event: PayloadOf<"event">;
    readonly occurredAt: Date;
  }[],
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

  /** @returns up to where each chair's epoch is known; a chair that is none of ours is left out */
  async function take(tx: Transaction, heard: readonly Heard[]): Promise<Map<string, number>> {
    const installed = await installationDates(
      tx,
      heard.map(({ deviceId }) => deviceId),
    );
    const now = clock.now();
    const timed = heard.flatMap(({ deviceId, event }) => {
      const installedAt = installed.get(deviceId);
      return installedAt === undefined
        ? []
        : [{ deviceId, event, time: eventTime(event.at, now, installedAt) }];
    });
    if (timed.length === 0) return new Map();
    const isNew = await insertEvents(tx, timed, now);
    const marks = await advanceEpochs(tx, timed);
    for (const { deviceId, event } of timed) {
      const mark = marks.get(deviceId) as EpochProgress;
      await lookForGap(tx, deviceId, event, mark, { isNew: isNew.has(deviceId), now });
    }
    const taken = timed.filter(({ deviceId }) => isNew.has(deviceId));
    if (taken.length > 0)
      for (const listener of listeners)
        await listener(
          tx,
          taken.map(({ deviceId, event, time }) => ({ deviceId, event, occurredAt: time.occurredAt })),
        );
    failPoint("event.before-commit");
    return new Map([...marks.values()].map((mark) => [mark.deviceId, mark.completeUpTo]));
  }

  const hear = createGathering<Heard, number | null>({
    keyOf: ({ deviceId }) => deviceId,
    async work(heard) {
      const reached = await transact(database, (tx) => take(tx, heard));
      failPoint("event.committed");
      wake();
      return heard.map(({ deviceId }) => ({ value: reached.get(deviceId) ?? null }));
    },
  });

  return {
    addListener(listener: ChairEventListener): void {
      listeners.push(listener);
    },
    async hearEvent(deviceId: string, event: PayloadOf<"event">): Promise<void> {
      const upTo = await hear({ deviceId, event });
      if (upTo === null) return;
      // A receipt that gets lost is sent again when the chair repeats the event.
      await sendReceipt(deviceId, { epoch: event.epoch, upTo }).catch((error: unknown) =>
        log.warn({ err: error, deviceId }, "a receipt could not be sent"),
      );
    },
  };
}

interface Heard {
  readonly deviceId: string;
  readonly event: PayloadOf<"event">;
}

async function lookForGap(
  tx: Transaction,
  deviceId: string,
  { epoch, seq }: PayloadOf<"event">,
  { completeUpTo, highestSeq }: EpochProgress,
  { isNew, now }: { isNew: boolean; now: Date },
): Promise<void> {
  if (highestSeq > completeUpTo)
    // A gap is shown, never guessed. Events out of order fill it within moments, and close the case.
    await openCase(tx, {
      kind: "eventGap",
      deviceId,
      orderId: null,
      subject: `${deviceId}:${epoch}:${completeUpTo + 1}`,
      detail: { missingFrom: completeUpTo + 1, highestSeq },
      openedAt: now,
    });
  // Where an earlier gap was filled by this event, though a later one may be left.
  if (isNew && highestSeq > seq && completeUpTo >= seq)
    await closeFilledGaps(tx, { deviceId, epoch, completeUpTo, closedAt: now });
}
