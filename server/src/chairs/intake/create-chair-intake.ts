import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { ChairMessageBatch } from "#chairs/gateway/chair-messages.ts";
import type { Log } from "#platform/logging/log.ts";
import { createBatcher } from "#platform/postgres/batcher.ts";
import type { Database } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  advanceEpochs,
  type EpochProgress,
  type EventSequence,
  insertEvents,
  type TimedEvent,
} from "./chair-intake-store.ts";
import { eventTime } from "./event-time-rules.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/**
 * Messages of several chairs: per chair at most one reply, one state, and its new events. A chair has several events
 * only if they are coins or events of runs that coins started.
 */
export interface ChairMessages {
  readonly replies: readonly { readonly deviceId: string; readonly reply: PayloadOf<"reply"> }[];
  readonly states: readonly {
    readonly deviceId: string;
    readonly state: PayloadOf<"state">;
    /** True if the broker may have stored the state long ago. */
    readonly isRetained: boolean;
  }[];
  readonly events: readonly {
    readonly deviceId: string;
    readonly event: PayloadOf<"event">;
    readonly occurredAt: Date;
    /** True if the chair's clock was not plausible; `occurredAt` is then the time of arrival. */
    readonly hasUnreliableTime: boolean;
  }[];
}

/** Called in the transaction that stores the events. */
export type ChairMessagesHandler = (uow: UnitOfWork, messages: ChairMessages) => Promise<void>;

export interface ChairIntakeDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sendReceipt: (deviceId: string, receipt: PayloadOf<"receipt">) => Promise<void>;
  /** Called after each commit, because the handlers may have written outbox jobs and live events. */
  readonly wake: () => void;
  /** Locks chairs until the transaction ends, and returns when they were installed; omits unknown chairs. */
  readonly lockChairs: (uow: UnitOfWork, deviceIds: readonly string[]) => Promise<Map<string, Date>>;
  /** Opens a case for the operator because events of a chair are missing. */
  readonly reportGap: (uow: UnitOfWork, gap: EventGap) => Promise<void>;
  /** Closes the chair's case of missing events if no event of the chair is missing in any epoch. */
  readonly closeGapCases: (
    uow: UnitOfWork,
    chair: { readonly deviceId: string; readonly closedAt: Date },
  ) => Promise<void>;
}

export interface EventGap {
  readonly deviceId: string;
  readonly epoch: string;
  /** The first missing event number. */
  readonly seq: number;
  /** When the server found the gap. */
  readonly at: Date;
}

type DeviceMessages = ChairMessageBatch & { readonly deviceId: string };

interface QueuedBatch {
  readonly deviceId: string;
  readonly loadBatch: () => ChairMessageBatch;
}

/**
 * Stores the events of chairs and calls the handlers, in one transaction for all messages that arrive together. Each
 * event is stored once by (device, epoch, seq), even if a chair repeats its events in another order. The receipt is
 * sent after the commit, since a chair deletes the events that a receipt covers.
 */
export function createChairIntake(deps: ChairIntakeDependencies) {
  const { database, clock, log, sendReceipt, wake, lockChairs } = deps;
  const handlers: ChairMessagesHandler[] = [];

  async function processMessages(
    uow: UnitOfWork,
    messages: readonly DeviceMessages[],
  ): Promise<Map<string, number>> {
    const { events, completeUpTo } = await storeEvents(uow, messages);
    const processed: ChairMessages = {
      replies: messages.flatMap(({ deviceId, reply }) => (reply === undefined ? [] : [{ deviceId, reply }])),
      states: messages.flatMap(({ deviceId, state, isStateRetained: isRetained = false }) =>
        state === undefined ? [] : [{ deviceId, state, isRetained }],
      ),
      events,
    };
    for (const handler of handlers) await handler(uow, processed);
    return completeUpTo;
  }

  /** @returns the new events, and for each known chair the number up to which its epoch is complete */
  async function storeEvents(
    uow: UnitOfWork,
    messages: readonly DeviceMessages[],
  ): Promise<{ events: ChairMessages["events"]; completeUpTo: Map<string, number> }> {
    const received = messages.flatMap(({ deviceId, events = [] }) =>
      events.map((event) => ({ deviceId, event })),
    );
    if (received.length === 0) return { events: [], completeUpTo: new Map() };
    const installed = await lockChairs(uow, [...new Set(received.map(({ deviceId }) => deviceId))]);
    const now = clock.now();
    const timed = received.flatMap(({ deviceId, event }) => {
      const installedAt = installed.get(deviceId);
      return installedAt === undefined
        ? []
        : [{ deviceId, event, time: eventTime(event.at, now, installedAt) }];
    });
    if (timed.length === 0) return { events: [], completeUpTo: new Map() };
    const isNew = await insertEvents(uow, timed, now);
    const sequences = toSequences(timed);
    const progress = await advanceEpochs(uow, sequences);
    for (const sequence of sequences)
      await updateGapCase(uow, sequence, progress.get(sequence.deviceId) as EpochProgress, { isNew, now });
    return {
      events: timed.filter(isNew).map(({ deviceId, event, time }) => ({
        deviceId,
        event,
        occurredAt: time.occurredAt,
        hasUnreliableTime: time.isUnreliable,
      })),
      completeUpTo: new Map([...progress.values()].map((epoch) => [epoch.deviceId, epoch.completeUpTo])),
    };
  }

  async function updateGapCase(
    uow: UnitOfWork,
    { deviceId, epoch, events }: EventSequence,
    { completeUpTo, highestSeq }: EpochProgress,
    { isNew, now }: { isNew: (event: TimedEvent) => boolean; now: Date },
  ): Promise<void> {
    // A gap that exists only because events arrived out of order is filled soon, which closes the case.
    if (highestSeq > completeUpTo)
      return deps.reportGap(uow, { deviceId, epoch, seq: completeUpTo + 1, at: now });
    // Consecutive events can only have filled a gap if a stored event has a higher number, or if the batch repeats a
    // stored event.
    const added = events.filter(isNew);
    const hasFilled =
      added.length > 0 &&
      (added.length < events.length || added.every(({ event }) => event.seq < highestSeq));
    if (hasFilled) await deps.closeGapCases(uow, { deviceId, closedAt: now });
  }

  const processBatched = createBatcher<QueuedBatch, number | null>({
    keyOf: ({ deviceId }) => deviceId,
    // With this size, the server keeps up when thousands of chairs reconnect at the same time after an outage.
    maxSize: 250,
    // The server's work for one batch overlaps with the database's work for the other.
    concurrency: 2,
    async processBatch(queued) {
      const messages = queued.map(
        ({ deviceId, loadBatch }): DeviceMessages => ({ ...loadBatch(), deviceId }),
      );
      const pass = (step: string) => {
        if (messages.some(({ reply }) => reply !== undefined)) failPoint(`reply.${step}`);
        if (messages.some(({ state }) => state !== undefined)) failPoint(`state.${step}`);
        if (messages.some(({ events }) => events !== undefined)) failPoint(`event.${step}`);
      };
      pass("received");
      const completeUpTo = await transact(database, async (uow) => {
        const processed = await processMessages(uow, messages);
        pass("before-commit");
        return processed;
      });
      pass("committed");
      wake();
      return messages.map(({ deviceId, events }) => ({
        value: events === undefined ? null : (completeUpTo.get(deviceId) ?? null),
      }));
    },
  });

  return {
    subscribe(handler: ChairMessagesHandler): void {
      handlers.push(handler);
    },
    /**
     * Processes a chair's messages in one transaction, together with those of other chairs, and then sends the receipt.
     * `loadBatch` is called just before the transaction, and must return the same batch at every later call.
     */
    async process(deviceId: string, loadBatch: () => ChairMessageBatch): Promise<void> {
      const upTo = await processBatched({ deviceId, loadBatch });
      const [event] = loadBatch().events ?? [];
      if (upTo === null || event === undefined) return;
      // The server does not wait for the receipt: if it is lost, the chair repeats the event and gets another one.
      void sendReceipt(deviceId, { epoch: event.epoch, upTo }).catch((error: unknown) =>
        log.warn({ err: error, deviceId }, "a receipt could not be sent; the chair repeats its events"),
      );
    },
  };
}

function toSequences(received: readonly TimedEvent[]): EventSequence[] {
  const ofChair = Map.groupBy(received, ({ deviceId }) => deviceId);
  return [...ofChair].map(([deviceId, events]) => {
    const seqs = events.map(({ event }) => event.seq).sort((a, b) => a - b);
    const lastSeq = seqs.at(-1) as number;
    let firstSeq = lastSeq;
    while (seqs.includes(firstSeq - 1)) firstSeq -= 1;
    return { deviceId, epoch: (events[0] as TimedEvent).event.epoch, events, firstSeq, lastSeq };
  });
}
