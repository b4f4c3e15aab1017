import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import { addToDeviceCase, closeFilledGaps } from "#features/cases/index.ts";
import { installationDates } from "#features/devices/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Transaction } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { createGathering } from "#platform/postgres/batcher.ts";
import type { Log } from "#platform/logging/log.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { advanceEpochs, type EpochProgress, insertEvents, type TimedEvent } from "./chair-intake-store.ts";
import { type EventStretch, stretchesOf } from "./event-stretch-rules.ts";
import { eventTime } from "./event-time-rules.ts";

/**
 * What chairs sent, of each chair one reply and one state at most; events, in their order, only those that were not known
 * before, and several of a chair only of runs that coins started.
 */
export interface ToldByChairs {
  readonly replies: readonly { readonly deviceId: string; readonly reply: PayloadOf<"reply"> }[];
  readonly states: readonly { readonly deviceId: string; readonly state: PayloadOf<"state"> }[];
  readonly events: readonly {
    readonly deviceId: string;
    readonly event: PayloadOf<"event">;
    readonly occurredAt: Date;
    /** The chair's clock was not usable: `occurredAt` is the time of arrival. */
    readonly timeDoubted: boolean;
  }[];
}

/** Told in the transaction that keeps the events. */
export type ChairListener = (tx: Transaction, told: ToldByChairs) => Promise<void>;

export interface ChairIntakeParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sendReceipt: (deviceId: string, receipt: PayloadOf<"receipt">) => Promise<void>;
  readonly wake: () => void;
}

export type ChairIntake = ReturnType<typeof createChairIntake>;

interface Words {
  readonly reply?: PayloadOf<"reply">;
  readonly state?: PayloadOf<"state">;
  /** Several are consecutive events of one epoch. */
  readonly events?: readonly PayloadOf<"event">[];
}

interface Waiting {
  readonly deviceId: string;
  readonly words: () => Words;
}

type Heard = Words & { readonly deviceId: string };

/**
 * Takes what chairs say, those of one moment in one transaction. Events once by (device, epoch, seq) whatever is
 * repeated or shuffled, with a receipt after the commit: only what a receipt covers may the chair forget.
 */
export function createChairIntake({ database, clock, log, sendReceipt, wake }: ChairIntakeParts) {
  const listeners: ChairListener[] = [];

  async function take(tx: Transaction, heard: readonly Heard[]): Promise<Map<string, number>> {
    const { events, reached } = await keepEvents(tx, heard);
    const told: ToldByChairs = {
      replies: heard.flatMap(({ deviceId, reply }) => (reply === undefined ? [] : [{ deviceId, reply }])),
      states: heard.flatMap(({ deviceId, state }) => (state === undefined ? [] : [{ deviceId, state }])),
      events,
    };
    for (const listener of listeners) await listener(tx, told);
    return reached;
  }

  /** @returns what was new, and up to where each chair's epoch is known; a chair that is none of ours is left out */
  async function keepEvents(
    tx: Transaction,
    heard: readonly Heard[],
  ): Promise<{ events: ToldByChairs["events"]; reached: Map<string, number> }> {
    const told = heard.flatMap(({ deviceId, events = [] }) => events.map((event) => ({ deviceId, event })));
    if (told.length === 0) return { events: [], reached: new Map() };
    const installed = await installationDates(tx, [...new Set(told.map(({ deviceId }) => deviceId))]);
    const now = clock.now();
    const timed = told.flatMap(({ deviceId, event }) => {
      const installedAt = installed.get(deviceId);
      return installedAt === undefined
        ? []
        : [{ deviceId, event, time: eventTime(event.at, now, installedAt) }];
    });
    if (timed.length === 0) return { events: [], reached: new Map() };
    const isNew = await insertEvents(tx, timed, now);
    const stretches = stretchesOf(timed);
    const marks = await advanceEpochs(tx, stretches);
    for (const stretch of stretches)
      await lookForGap(tx, stretch, marks.get(stretch.deviceId) as EpochProgress, { isNew, now });
    return {
      events: timed.filter(isNew).map(({ deviceId, event, time }) => ({
        deviceId,
        event,
        occurredAt: time.occurredAt,
        timeDoubted: time.doubted,
      })),
      reached: new Map([...marks.values()].map((mark) => [mark.deviceId, mark.completeUpTo])),
    };
  }

  const hear = createGathering<Waiting, number | null>({
    keyOf: ({ deviceId }) => deviceId,
    // Thousands come back at once after an outage.
    most: 250,
    async work(waiting) {
      const heard = waiting.map(({ deviceId, words }): Heard => ({ ...words(), deviceId }));
      const pass = (step: string) => {
        if (heard.some(({ reply }) => reply !== undefined)) failPoint(`reply.${step}`);
        if (heard.some(({ state }) => state !== undefined)) failPoint(`state.${step}`);
        if (heard.some(({ events }) => events !== undefined)) failPoint(`event.${step}`);
      };
      pass("heard");
      const reached = await transact(database, async (tx) => {
        const marks = await take(tx, heard);
        pass("before-commit");
        return marks;
      });
      pass("committed");
      wake();
      return heard.map(({ deviceId, events }) => ({
        value: events === undefined ? null : (reached.get(deviceId) ?? null),
      }));
    },
  });

  return {
    addListener(listener: ChairListener): void {
      listeners.push(listener);
    },
    /** `words` is asked when their transaction begins, and has to answer the same from then on. */
    async hear(deviceId: string, words: () => Words): Promise<void> {
      const upTo = await hear({ deviceId, words });
      const [event] = words().events ?? [];
      if (upTo === null || event === undefined) return;
      // Not awaited: a receipt that gets lost is sent again when the chair repeats the event.
      void sendReceipt(deviceId, { epoch: event.epoch, upTo }).catch((error: unknown) =>
        log.warn({ err: error, deviceId }, "a receipt could not be sent"),
      );
    },
  };
}

async function lookForGap(
  tx: Transaction,
  { deviceId, epoch, events }: EventStretch<TimedEvent>,
  { completeUpTo, highestSeq }: EpochProgress,
  { isNew, now }: { isNew: (event: TimedEvent) => boolean; now: Date },
): Promise<void> {
  if (highestSeq > completeUpTo) {
    // A gap is shown, never guessed. Events out of order fill it within moments, and close the case.
    const item = `${epoch}:${completeUpTo + 1}`;
    return addToDeviceCase(tx, { kind: "eventGap", deviceId, item, openedAt: now });
  }
  const added = events.filter(isNew);
  const hasFilled = added.length > 0 && (added.length < events.length || added.every(isBefore(highestSeq)));
  if (hasFilled) await closeFilledGaps(tx, { deviceId, closedAt: now });
}

const isBefore =
  (highestSeq: number) =>
  ({ event }: TimedEvent): boolean =>
    event.seq < highestSeq;
