import { randomUUID } from "node:crypto";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import fc from "fast-check";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChairMessage } from "#chairs/gateway/chair-messages.ts";
import { batchSize, toBatch } from "#chairs/gateway/chair-messages.ts";
import { runAudit } from "#features/audit/index.ts";
import { wireChairIntake } from "#wire-chair-intake.ts";
import { createPayments } from "#features/payments/index.ts";
import { manualClock } from "#platform/time/clock.ts";
import { silentLog } from "#platform/logging/log.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makeCoupon } from "#test/app/coupon-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import { soleWorker } from "#test/app/outbox-context.ts";
import { createChairCommands } from "#features/chair-commands/index.ts";
import { createTestOrders } from "#test/app/create-test-orders.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase("audited");
  outlet = await makePricedOutlet(test.owner);
});
afterAll(() => test.close());

/** Creates the server's intake without a network, so that the test controls the order and repetition of messages. */
function startListeners() {
  const { database } = test;
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const wake = () => {};
  const commands: PayloadOf<"command">[] = [];
  const orders = createTestOrders({
    database,
    clock,
    payments: createPayments({ database, clock, providers: [], wake }),
  });
  const chairCommands = createChairCommands({
    database,
    clock,
    sendCommand: async (_deviceId, command) => void commands.push(command),
  });
  const intake = wireChairIntake({ database, clock, log: silentLog, wake, sendReceipt: async () => {} });
  intake.subscribe(orders.processChairMessages);
  return { orders, chairCommands, intake, clock, commands };
}

const endings = ["finished", "button", "fault", "powerLoss", "refused", "stoppedWhileStarting"] as const;
type Ending = (typeof endings)[number];
type Message =
  | { topic: "reply"; payload: PayloadOf<"reply"> }
  | { topic: "state"; payload: PayloadOf<"state"> }
  | { topic: "event"; payload: PayloadOf<"event"> };

/** Returns all messages that a chair sends during one order, in the order of their creation. */
function lifeOf(
  orderId: string,
  commandId: string,
  stopId: string | null,
  ending: Ending,
  at: Date,
): Message[] {
  const epoch = randomUUID();
  const running = { orderId, gear: 1, elapsedSeconds: 0, totalSeconds: 60 };
  const state = (run: typeof running | null): Message => ({
    topic: "state",
    payload: { online: true, bootId: "b", firmware: "1", running: run, fault: null, coinCounter: 0, epoch },
  });
  if (ending === "refused")
    return [
      { topic: "reply", payload: { commandId, outcome: "refused", reason: "fault", running: null } },
      state(null),
    ];
  const event = (seq: number, rest: Pick<PayloadOf<"event">, "type" | "reason" | "seconds">): Message => ({
    topic: "event",
    payload: { epoch, seq, at: at.toISOString(), orderId, gear: 1, ...rest },
  });
  const reason = {
    button: "button",
    fault: "fault",
    powerLoss: "powerLoss",
    stoppedWhileStarting: "command",
  };
  return [
    { topic: "reply", payload: { commandId, outcome: "done", running } },
    state(running),
    event(1, { type: "started", seconds: 60 }),
    ...(stopId === null
      ? []
      : [
          {
            topic: "reply" as const,
            payload: { commandId: stopId, outcome: "done" as const, running: null },
          },
        ]),
    state(null),
    ending === "finished"
      ? event(2, { type: "finished", seconds: 60 })
      : event(2, { type: "stopped", seconds: 1, reason: reason[ending] }),
  ];
}

/** Delivers one order's messages in the order and repetition of `arrange`. @returns the resulting database rows */
async function live(
  ending: Ending,
  payType: "cash" | "coupon",
  inMoments: boolean,
  arrange: (life: Message[]) => Message[],
): Promise<unknown> {
  const { orders, chairCommands, intake, clock, commands } = startListeners();
  const deviceId = await makeDevice(test.owner, outlet);
  const coupon = payType === "coupon" ? await makeCoupon(test.owner) : null;
  const { caller } =
    payType === "coupon"
      ? await makeCustomer(test.owner)
      : await makeManager(test.owner, { outletIds: [outlet.outletId] });
  const priceId = outlet.priceIds[0];
  const request = { deviceId, priceId, payType, ...(coupon === null ? {} : { couponCode: coupon }) };
  const { orderId } = await orders.place({ caller, request, ip: "::1", saveReply: () => {} });
  const { rows: jobs } = await sql<{ subject: string }>`
    SELECT command_id AS subject FROM chair_command WHERE order_id = ${orderId}`.execute(test.database);
  const subject = jobs[0]?.subject as string;
  const job = { outboxId: 1, kind: "send-command", payload: {}, attempts: 1, claim: randomUUID() };
  // The command is sent twice, because an outbox may repeat effects.
  for (let twice = 0; twice < 2; twice += 1)
    await chairCommands.jobs["send-command"]({ ...job, subject }, soleWorker);
  // The server sends its time to the chair before the first start.
  const starts = commands.filter(({ type }) => type === "start");
  expect(new Set(starts.map((command) => command.commandId)).size).toBe(1);
  const [start] = starts as [PayloadOf<"command">];
  let stopId: string | null = null;
  if (ending === "stoppedWhileStarting") {
    await orders.stop({ caller, request: { orderId }, saveReply: () => {} });
    const { rows } = await sql<{ id: string }>`
      SELECT command_id AS id FROM chair_command WHERE order_id = ${orderId} AND type = 'stop'`.execute(
      test.database,
    );
    stopId = rows[0]?.id as string;
  }
  clock.advance(1_000);
  const life = arrange(lifeOf(orderId, start.commandId, stopId, ending, clock.now()));
  for (let sentCount = 0; sentCount < life.length; ) {
    clock.advance(10);
    const messages: ChairMessage[] = life
      .slice(sentCount, inMoments ? undefined : sentCount + 1)
      .map((message) => ({ ...message, deviceId }));
    const together = messages.slice(0, batchSize(messages));
    await intake.process(deviceId, () => toBatch(together));
    sentCount += together.length;
  }
  const { rows } = await sql<Record<string, unknown>>`
    SELECT o.status, o.end_reason, o.refunded_minor,
      (SELECT string_agg(to_status, ' ' ORDER BY step) FROM order_transition WHERE order_id = o.order_id) AS moves,
      (SELECT sum(amount_minor)::bigint FROM ledger_entry WHERE order_id = o.order_id) AS net,
      (SELECT uses_taken FROM coupon WHERE coupon_id = o.coupon_id) AS uses,
      (SELECT array_agg(kind ORDER BY kind) FROM attention_case WHERE device_id = o.device_id AND closed_at IS NULL) AS cases,
      (SELECT count(*) FROM chair_event WHERE device_id = o.device_id) AS events,
      (SELECT complete_up_to FROM chair_epoch WHERE device_id = o.device_id) AS received
    FROM orders o WHERE o.order_id = ${orderId}`.execute(test.database);
  expect(rows).toHaveLength(1);
  return rows[0];
}

it("[G-7] [G-4] gives the same order for a chair's replies, states, and events in any sequence and with any repetition", async () => {
  const repeated = (life: Message[], positions: number[]) =>
    [...life, ...life, ...life].map((message, index) => ({
      message,
      position: positions[index % positions.length] ?? 0,
      index,
    }));
  const inOrder = new Map<string, unknown>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endings),
      fc.constantFrom("cash" as const, "coupon" as const),
      fc.array(fc.nat(1000), { minLength: 18, maxLength: 18 }),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (ending, payType, positions, copies, inMoments) => {
        const name = `${ending} ${payType}`;
        if (!inOrder.has(name)) inOrder.set(name, await live(ending, payType, false, (life) => life));
        const outcome = await live(ending, payType, inMoments, (life) =>
          repeated(life, positions)
            .slice(0, life.length * copies)
            .sort((a, b) => a.position - b.position || a.index - b.index)
            .map(({ message }) => message),
        );
        expect(outcome).toEqual(inOrder.get(name));
      },
    ),
    { seed: printedSeed("a chair's messages in any order"), numRuns: sampleOf(80) },
  );
  expect(await runAudit(test.database)).toEqual([]);
}, 120_000);
