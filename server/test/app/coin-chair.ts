import { coinsTotal } from "#features/cash-boxes/index.ts";
import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { batchSize, type ChairMessageBatch, toBatch } from "#chairs/gateway/chair-messages.ts";
import { listOpenCases } from "#features/cases/index.ts";
import { wireChairIntake } from "#wire-chair-intake.ts";
import {
  defaultOrderTimes,
  type OrderTimes,
  reviewQuarantinedCoin,
  waitingCoinsOf,
} from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { manualClock } from "#platform/time/clock.ts";
import { sql } from "#platform/postgres/sql.ts";
import { silentLog } from "#platform/logging/log.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { TestDatabase } from "#test/database/database.ts";
import { makeDevice } from "./network-factory.ts";
import type { PricedOutlet } from "./order-app.ts";
import { createTestOrders } from "./create-test-orders.ts";

export type CoinEvent = PayloadOf<"event">;

export const noon = new Date("2026-11-21T12:00:00Z");
export const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

/**
 * Opens a chair whose events reach the server without a network. The test decides which events arrive, when, and how
 * often.
 */
export async function openCoinChair(
  test: TestDatabase,
  outlet: PricedOutlet,
  device: { priceGroupId?: null } = {},
  { times }: { times?: OrderTimes } = {},
) {
  const { database } = test;
  const clock = manualClock(noon);
  const wake = () => {};
  const payments = createPayments({ database, clock, providers: [], wake });
  const orders = createTestOrders({ database, clock, payments, ...(times && { times }) });
  const intake = wireChairIntake({ database, clock, log: silentLog, wake, sendReceipt: async () => {} });
  intake.subscribe(orders.processChairMessages);
  const deviceId = await makeDevice(test.owner, { ...outlet, ...device });
  let epoch = randomUUID();
  let seq = 0;
  let counter = 0;
  const event = (type: CoinEvent["type"], seconds: number, rest: Partial<CoinEvent> = {}): CoinEvent => {
    seq += 1;
    return { epoch, seq, at: at(seconds).toISOString(), type, gear: 1, ...rest };
  };
  return {
    deviceId,
    clock,
    orders,
    /** Returns an event of a coin of 10.00 that buys one minute of the run `runId`. */
    coin(runId: string | undefined, seconds: number, rest: Partial<CoinEvent> = {}): CoinEvent {
      const amount = rest.amount ?? 1000;
      const counterBefore = counter;
      counter += amount;
      const bought = { seconds: 60, amount, currency: "PHP", counterBefore, counterAfter: counter } as const;
      return event("coin", seconds, { ...(runId === undefined ? {} : { runId }), ...bought, ...rest });
    },
    started: (runId: string, seconds: number) => event("started", seconds, { runId, seconds: 60 }),
    finished: (runId: string, seconds: number, ran: number) =>
      event("finished", seconds, { runId, seconds: ran }),
    stopped: (runId: string, seconds: number, ran: number) =>
      event("stopped", seconds, { runId, seconds: ran, reason: "button" }),
    /** Continues in a new epoch with the coin counter `from`, as after a loss of the chair's memory. */
    loseMemory(from: number = counter): void {
      epoch = randomUUID();
      seq = 0;
      counter = from;
    },
    /** Reports an idle state with a coin counter. */
    reportState: (coinCounter: number) =>
      intake.process(deviceId, () => ({
        state: { online: true, bootId: "b", firmware: "f", running: null, fault: null, coinCounter, epoch },
      })),
    async accept() {
      const waiting = await waitingCoinsOf(database, deviceId);
      for (const coin of waiting)
        await transact(database, (uow) =>
          reviewQuarantinedCoin(
            uow,
            { clock, times: defaultOrderTimes, payments },
            {
              ...coin,
              accepted: true,
              note: null,
              actor: "test",
            },
          ),
        );
    },
    async cashBoxTotal(): Promise<number> {
      const { total } = await sql<{ total: number }>`
        SELECT total FROM (${coinsTotal(sql`${deviceId}`, sql`'infinity'`)}) AS box`.firstRow(test.owner);
      return total;
    },
    /** Skips an event number, as if an event was lost. */
    lose: () => {
      seq += 1;
      counter += 1000;
    },
    process: (batch: ChairMessageBatch) => intake.process(deviceId, () => batch),
    report: async (...events: readonly CoinEvent[]) => {
      for (const one of events) await intake.process(deviceId, () => ({ events: [one] }));
    },
    /** Reports consecutive events in batches, as the gateway does. */
    async reportTogether(events: readonly CoinEvent[]): Promise<void> {
      for (let done = 0; done < events.length; ) {
        const messages = events
          .slice(done)
          .map((payload) => ({ deviceId, topic: "event" as const, payload }));
        const batch = messages.slice(0, batchSize(messages));
        await intake.process(deviceId, () => toBatch(batch));
        done += batch.length;
      }
    },
    async ordersOf() {
      return sql<{
        order_type: string;
        status: string;
        ordered_at: Date;
        started_at: Date | null;
        ends_at: Date | null;
        ended_at: Date | null;
        end_reason: string | null;
      }>`
        SELECT order_type, status, amount_minor, minutes, currency, gear, ordered_at, started_at, ends_at,
          ended_at, end_reason
        FROM orders
        WHERE device_id = ${deviceId}
        ORDER BY order_id`.rows(test.owner);
    },
    async entries() {
      return sql<{
        source: string;
        channel: string;
        amount_minor: number;
        currency: string;
        occurred_at: Date;
      }>`
        SELECT source, channel, amount_minor, currency, occurred_at
        FROM ledger_entry
        WHERE device_id = ${deviceId}
        ORDER BY occurred_at, entry_id`.rows(test.owner);
    },
    async quarters() {
      return sql<{ starts_at: Date; cash_minor: number; cash_entries: number }>`
        SELECT starts_at, cash_minor, cash_entries
        FROM revenue_rollup
        WHERE device_id = ${deviceId} AND grain = 'quarter'
        ORDER BY starts_at`.rows(test.owner);
    },
    /** Returns how many ended orders the roll-up contains for each quarter-hour. */
    async orderCounts() {
      return sql<{ starts_at: Date; status: string; orders: number }>`
        SELECT starts_at, status, orders
        FROM order_rollup
        WHERE device_id = ${deviceId} AND grain = 'quarter' AND orders <> 0
        ORDER BY starts_at`.rows(test.owner);
    },
    async cases(kind: string) {
      const open = await listOpenCases(test.database);
      return open.filter((one) => one.deviceId === deviceId && one.kind === kind);
    },
    async quarantined() {
      return sql<{ reason: string; amount_minor: number; currency: string; state: string }>`
        SELECT reason, amount_minor, currency, state
        FROM quarantined_coin
        WHERE device_id = ${deviceId}
        ORDER BY seq`.rows(test.owner);
    },
  };
}
