import type { Currency } from "@reposo/contract/fields.ts";
import {
  adjacentOf,
  type AdjacentCoin,
  type LoadedContext,
  loadCoinContexts,
} from "./coin-contexts-store.ts";
import { isCoin, type ReceivedEvent, type ReportedCoin, runIdOf } from "./coin-run-rules.ts";
import { type CoinContext, type QuarantineReason, findQuarantineReason } from "./quarantine-rules.ts";
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
 * Decides for each coin event of a batch whether the coin is booked or quarantined. Booked coins of the batch count
 * towards the limit per minute, as if all coins had arrived one after another.
 */
export async function assessCoins(uow: UnitOfWork, events: readonly ReceivedEvent[]): Promise<Assessment> {
  if (!events.some(isCoin)) return { coins: [], newPairs: [], separatedPairs: [] };
  const segments = segmentsOf(events);
  const loaded = await loadCoinContexts(uow, segments);
  const assessed = new Map<ReceivedEvent, AssessedCoin>();
  const newPairs: CoinPair[] = [];
  const separatedPairs: CoinPair[] = [];
  const ofChairs = Map.groupBy(
    segments.map(
      (coins): Segment => coins.map((coin) => ({ coin, loaded: loaded.get(coin) as LoadedContext })),
    ),
    (segment) => segment[0]?.coin.deviceId,
  );
  for (const ofChair of ofChairs.values()) {
    const seqs = new Set(ofChair.flat().map(({ coin }) => coin.event.seq));
    // The events of this batch are already stored, so a loaded coin may belong to the batch.
    const wasStoredBefore = (adjacent: AdjacentCoin | null | undefined): adjacent is AdjacentCoin =>
      adjacent != null && !seqs.has(adjacent.seq);
    const bookedByWindow = new Map<string, number>();
    let previous: AdjacentCoin | null = null;
    // The last coin of an earlier batch before the current segment. It stays the same if no coin of an earlier batch
    // lies between two segments.
    let previousStored: AdjacentCoin | null = null;
    for (const segment of ofChair) {
      const stored = segment[0]?.loaded.previous;
      if (wasStoredBefore(stored)) previous = previousStored = stored;
      const pair = (before: AdjacentCoin, after: AdjacentCoin): CoinPair => {
        const { coin, loaded } = segment[0] as Segment[number];
        return {
          deviceId: coin.deviceId,
          epoch: coin.event.epoch,
          currency: loaded.outletCurrency,
          before,
          after,
        };
      };
      for (const { coin, loaded } of segment) {
        // For a coin without a reliable time, the loaded count already includes earlier coins of this batch.
        const window = coin.hasUnreliableTime ? null : minuteOf(coin);
        const coinsInWindow = (window === null ? null : bookedByWindow.get(window)) ?? loaded.coinsInWindow;
        const context = { ...loaded, previousCounter: previous?.counterAfter ?? null, coinsInWindow };
        const quarantineReason = findQuarantineReason(insertedCoin(coin), context);
        assessed.set(coin, { ...coin, context, quarantineReason });
        if (window !== null) bookedByWindow.set(window, coinsInWindow + (quarantineReason === null ? 1 : 0));
        // The counter of a coin that is quarantined for its counter or amount is unreliable, so the next coin is
        // compared with the last reliable one.
        if (quarantineReason === "counter" || quarantineReason === "amount") continue;
        const current = adjacentOf(coin.event);
        if (previous !== null) newPairs.push(pair(previous, current));
        previous = current;
      }
      const next = segment.at(-1)?.loaded.next;
      // No pair changes if no coin of an earlier batch follows, or if this batch has no reliable coin before that coin.
      if (previous === null || previous === previousStored || !wasStoredBefore(next)) continue;
      newPairs.push(pair(previous, next));
      if (previousStored !== null) separatedPairs.push(pair(previousStored, next));
    }
  }
  return {
    coins: events.flatMap((event) => assessed.get(event) ?? []),
    newPairs,
    separatedPairs,
  };
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

const minuteOf = ({ occurredAt }: ReceivedEvent): string => occurredAt.toISOString().slice(0, 16);

const insertedCoin = ({ event, hasUnreliableTime }: ReceivedEvent) => ({
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
