import type { Currency } from "@reposo/contract/money/currencies.ts";
import {
  adjacentOf,
  type AdjacentCoin,
  type LoadedContext,
  loadCoinContexts,
} from "./coin-contexts-store.ts";
import { isCoin, type ReceivedEvent, type ReportedCoin, runIdOf } from "./coin-run-rules.ts";
import { type EpochMeter, loadCoinMeters, saveCoinMeters } from "./coin-meters-store.ts";
import {
  allowanceOf,
  type CoinContext,
  contradictsState,
  dayLimitOf,
  findQuarantineReason,
  hasReliableCounter,
  type InsertedCoin,
  type QuarantineReason,
  riseOf,
} from "./quarantine-rules.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface AssessedCoin extends ReceivedEvent {
  readonly context: CoinContext & { readonly outletId: string };
  /** Null if the coin is booked. */
  readonly quarantineReason: QuarantineReason | null;
}

/** Two adjacent coins of one chair in one epoch. */
export interface CoinPair {
  readonly deviceId: string;
  readonly epoch: string;
  /** The currency of the chair's outlet. */
  readonly currency: Currency;
  readonly before: AdjacentCoin;
  readonly after: AdjacentCoin;
}

export interface Assessment {
  /** In the order of the given events. */
  readonly coins: readonly AssessedCoin[];
  /**
   * Pairs of coins that this batch has made adjacent. Coins that are quarantined for their counter or amount are
   * skipped.
   */
  readonly newPairs: readonly CoinPair[];
  /** Pairs of coins of earlier batches that are no longer adjacent, because a coin of this batch is between them. */
  readonly separatedPairs: readonly CoinPair[];
}

/**
 * Coins of one chair, oldest first. The batch contains every event between them, so no coin of an earlier batch lies
 * between them.
 */
type Segment = readonly { readonly coin: ReceivedEvent; readonly loaded: LoadedContext }[];

/**
 * Decides for each coin event of a batch whether the coin is booked or quarantined, as if all coins had arrived one after
 * another. The caller holds the locks of the chairs.
 */
export async function assessCoins(
  uow: UnitOfWork,
  events: readonly ReceivedEvent[],
  now: Date,
): Promise<Assessment> {
  if (!events.some(isCoin)) return { coins: [], newPairs: [], separatedPairs: [] };
  const segments = segmentsOf(events);
  const contexts = await loadCoinContexts(uow, segments);
  const ofChairs = Map.groupBy(
    segments.map(
      (coins): Segment => coins.map((coin) => ({ coin, loaded: contexts.get(coin) as LoadedContext })),
    ),
    (segment) => segment[0]?.coin.deviceId ?? "",
  );
  const epochs = [...ofChairs].map(([deviceId, [segment]]) => ({
    deviceId,
    epoch: segment?.[0]?.coin.event.epoch ?? "",
  }));
  const assessed = (await loadCoinMeters(uow, epochs, now)).map((meter) =>
    assessChair(meter, ofChairs.get(meter.deviceId) ?? [], now),
  );
  await saveCoinMeters(
    uow,
    assessed.map(({ meter }) => meter),
    now,
  );
  const ofEvents = new Map(assessed.flatMap(({ coins }) => coins));
  return {
    coins: events.flatMap((event) => ofEvents.get(event) ?? []),
    newPairs: assessed.flatMap(({ newPairs }) => newPairs),
    separatedPairs: assessed.flatMap(({ separatedPairs }) => separatedPairs),
  };
}

/** Assesses the coins of one chair, all of one epoch. */
function assessChair(loadedMeter: EpochMeter, segments: readonly Segment[], now: Date) {
  const coins: (readonly [ReceivedEvent, AssessedCoin])[] = [];
  const newPairs: CoinPair[] = [];
  const separatedPairs: CoinPair[] = [];
  const seqs = new Set(segments.flat().map(({ coin }) => coin.event.seq));
  // The events of this batch are already stored, so a loaded coin may belong to the batch.
  const wasStoredBefore = (adjacent: AdjacentCoin | null | undefined): adjacent is AdjacentCoin =>
    adjacent != null && !seqs.has(adjacent.seq);
  const { state } = loadedMeter;
  const stateContradicts = contradictsState(loadedMeter);
  const dayLimit = dayLimitOf(loadedMeter, loadedMeter.usualDayMinor);
  let meter = { ...loadedMeter, allowanceMinor: allowanceOf(loadedMeter, dayLimit, now), allowanceAt: now };
  const bookedByMinute = new Map<string, number>();
  // The last coin before the current segment, and the last one of an earlier batch, which stays the same if no coin of an
  // earlier batch lies between two segments.
  let previousStored = firstOfEpoch(meter);
  let previous = previousStored;
  for (const [index, segment] of segments.entries()) {
    const stored = segment[0]?.loaded.previous;
    if (wasStoredBefore(stored)) previous = previousStored = stored;
    const next = segments
      .slice(index)
      .map((one) => one.at(-1)?.loaded.next)
      .find((one) => one === null || wasStoredBefore(one));
    const pairOf = (before: AdjacentCoin, after: AdjacentCoin): CoinPair => ({
      deviceId: meter.deviceId,
      epoch: meter.epoch,
      currency: (segment[0] as Segment[number]).loaded.outletCurrency,
      before,
      after,
    });
    for (const { coin, loaded } of segment) {
      const minute = coin.occurredAt.toISOString().slice(0, 16);
      const position = positionOf(meter, previous, next ?? null);
      const context = {
        ...loaded,
        position,
        previousCounter:
          (position === "within" ? null : meter.counterMinor) ?? previous?.counterAfter ?? null,
        nextCounter: next?.counterBefore ?? null,
        stateContradicts: stateContradicts && position !== "within",
        stateCounter: state?.counterMinor ?? null,
        allowanceMinor: meter.allowanceMinor,
        coinsInMinute: bookedByMinute.get(minute) ?? loaded.coinsInMinute,
      };
      const inserted = insertedCoin(coin);
      const quarantineReason = findQuarantineReason(inserted, context);
      coins.push([coin, { ...coin, context, quarantineReason }]);
      const isBooked = quarantineReason === null;
      bookedByMinute.set(minute, context.coinsInMinute + (isBooked ? 1 : 0));
      // The next coin is compared with the last one that has a reliable counter.
      if (!hasReliableCounter(quarantineReason)) continue;
      meter = { ...meter, ...meterAfter(inserted, context, isBooked) };
      const current = adjacentOf(coin.event);
      if (position !== "within" && (isBooked || current.counterAfter !== null)) {
        if (position === "newEpoch") meter = { ...meter, epochCounterMinor: meter.counterMinor };
        const counterMinor = current.counterAfter ?? (meter.counterMinor ?? 0) + (inserted.amountMinor ?? 0);
        previous ??= firstOfEpoch(meter);
        meter = { ...meter, newestEpoch: meter.epoch, counterMinor, countedAt: now };
      }
      if (current.counterAfter === null) continue;
      if (previous !== null) newPairs.push(pairOf(previous, current));
      previous = current;
    }
    // No pair changes if no coin of an earlier batch follows, or if this batch has no reliable coin before that coin.
    const following = segment.at(-1)?.loaded.next;
    if (previous === null || previous === previousStored || !wasStoredBefore(following)) continue;
    newPairs.push(pairOf(previous, following));
    if (previousStored !== null) separatedPairs.push(pairOf(previousStored, following));
  }
  return { meter, coins, newPairs, separatedPairs };
}

/** Returns the coin before the first one of an epoch that continues the counter of an earlier epoch; null for others. */
const firstOfEpoch = ({ epochCounterMinor }: EpochMeter): AdjacentCoin | null =>
  epochCounterMinor === null ? null : { seq: 0, counterBefore: null, counterAfter: epochCounterMinor };

function positionOf(
  { epoch, newestEpoch }: EpochMeter,
  previous: AdjacentCoin | null,
  next: AdjacentCoin | null,
): CoinContext["position"] {
  if (next !== null) return "within";
  if (newestEpoch === null || newestEpoch === epoch) return "current";
  return previous === null ? "newEpoch" : "endedEpoch";
}

/** Returns what a coin with a reliable counter leaves of the allowance: missing coins are in the cash box as well. */
function meterAfter(coin: InsertedCoin, context: CoinContext, isBooked: boolean) {
  const amount = coin.amountMinor ?? 0;
  return { allowanceMinor: context.allowanceMinor - riseOf(coin, context) + (isBooked ? 0 : amount) };
}

/** Groups the coins of the events into segments: chair by chair, oldest first. */
function segmentsOf(events: readonly ReceivedEvent[]): ReceivedEvent[][] {
  const segments: ReceivedEvent[][] = [];
  for (const ofChair of Map.groupBy(events, ({ deviceId }) => deviceId).values()) {
    let last: ReceivedEvent | null = null;
    for (const event of ofChair.toSorted((a, b) => a.event.seq - b.event.seq)) {
      if (last === null || last.event.seq + 1 !== event.event.seq) segments.push([]);
      if (isCoin(event)) segments.at(-1)?.push(event);
      last = event;
    }
  }
  return segments.filter((segment) => segment.length > 0);
}

const insertedCoin = ({ event, hasUnreliableTime }: ReceivedEvent): InsertedCoin => ({
  amountMinor: event.amount ?? null,
  currency: event.currency ?? null,
  counterBefore: event.counterBefore ?? null,
  counterAfter: event.counterAfter ?? null,
  hasUnreliableTime,
});

/** Returns the coin with defaults for the fields that the chair did not report. */
export function reportedCoin({ deviceId, event, occurredAt, context }: AssessedCoin): ReportedCoin {
  const { epoch, seq, amount: amountMinor = 0, currency = context.outletCurrency, gear = 1 } = event;
  const { outletId } = context;
  return { deviceId, runId: runIdOf(event), epoch, seq, outletId, amountMinor, currency, gear, occurredAt };
}
