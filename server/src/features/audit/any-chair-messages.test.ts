import { randomUUID } from "node:crypto";
import { chairEventTypes, ChairEvent, ChairState } from "@reposo/contract/devices/chair-topics.ts";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { afterAll, beforeAll, expect, it } from "vitest";
import { insertCollection } from "#features/cash-boxes/collections-store.ts";
import { runAudit } from "#features/audit/index.ts";
import { at, openCoinChair } from "#test/app/coin-chair.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";

let test: TestDatabase;
let outlet: PricedOutlet;
beforeAll(async () => {
  test = await sharedTestDatabase("audited");
  outlet = await makePricedOutlet(test.owner);
});
afterAll(() => test.close());

const isEvent = Compile(ChairEvent);
const isState = Compile(ChairState);

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const counters = fc.constantFrom(0, 500, 1_000, 2_000, 3_000, 500_000, 1e12, 1e13, 2 ** 60, 1e300);

/** Messages of a chair that the contract permits, whatever they claim, and decisions of persons about them. */
const steps = (orderIds: readonly string[]) => {
  const ids = fc.constantFrom(...orderIds, "no order", "r1", "r2");
  const event = fc.record({
    kind: fc.constant("event" as const),
    epoch: fc.constantFrom("e1", "e2", "e3"),
    seq: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(40, Number.MAX_SAFE_INTEGER)),
    at: fc.option(
      fc.constantFrom(
        ...[-60, 0, 30, 90, 600, 86_400].map((s) => at(s).toISOString()),
        "never",
        "1970-01-01",
      ),
    ),
    type: fc.constantFrom(...chairEventTypes, "coin" as const, "coin" as const),
    orderId: optional(ids),
    runId: optional(ids),
    gear: optional(fc.integer({ min: 1, max: 9 })),
    seconds: optional(fc.constantFrom(0, 1, 60, 61, 62, 600, 36_000)),
    amount: optional(fc.constantFrom(0, 1, 500, 1_000, 100_000, 100_001)),
    currency: optional(fc.constantFrom("PHP" as const, "PHP" as const, "MYR" as const)),
    counterBefore: optional(counters),
    counterAfter: optional(counters),
    fault: optional(fc.constant("E1")),
    reason: optional(fc.constantFrom("button", "command", "powerLoss", "fault", "else")),
  });
  const state = fc.record({
    kind: fc.constant("state" as const),
    bootId: fc.constantFrom("b1", "b2"),
    epoch: fc.constantFrom("e1", "e2", "e3"),
    coinCounter: counters,
    fault: fc.option(fc.constant("E1")),
    running: fc.option(
      fc.record({
        orderId: optional(ids),
        runId: optional(ids),
        gear: fc.constant(1),
        elapsedSeconds: fc.constantFrom(0, 60, 36_000),
        totalSeconds: fc.constantFrom(0, 60, 36_000),
      }),
    ),
  });
  const decision = fc.constantFrom({ kind: "accept" as const }, { kind: "collect" as const });
  const wait = fc.record({
    kind: fc.constant("wait" as const),
    ms: fc.constantFrom(1_000, 120_000, 86_400_000),
  });
  return fc.array(
    fc.oneof(
      { arbitrary: event, weight: 12 },
      { arbitrary: state, weight: 3 },
      { arbitrary: decision, weight: 1 },
      { arbitrary: wait, weight: 2 },
    ),
    { minLength: 5, maxLength: 40 },
  );
};

/** Opens a chair with an order that is starting; the other order belongs to another chair. */
async function openChairWithOrder() {
  const chair = await openCoinChair(test, outlet);
  const { caller } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
  const request = { deviceId: chair.deviceId, priceId: outlet.priceIds[0], payType: "cash" as const };
  const { orderId } = await chair.orders.place({ caller, request, ip: "::1", saveReply: () => {} });
  return { chair, caller, orderId };
}

async function collect({ deviceId, clock }: Awaited<ReturnType<typeof openCoinChair>>, accountId: string) {
  const now = clock.now();
  await transact(test.database, (uow) =>
    insertCollection(uow, {
      collectionId: randomUUID(),
      deviceId,
      outletId: outlet.outletId,
      currency: "PHP",
      countedMinor: 1_000,
      note: null,
      collectedAt: now,
      collectedById: accountId,
      recordedAt: now,
      recordedById: accountId,
      movedFromId: null,
    }),
  );
}

const defined = (message: object): object =>
  Object.fromEntries(Object.entries(message).filter(([key, value]) => key !== "kind" && value !== undefined));

it.each(Array.from({ length: 30 }, (_, index) => index + 1))(
  "[CLAIM-1] [G-2] [G-6] [G-7] [G-8] no messages of a chair make an audit fail, seed %i",
  async (seed) => {
    const other = await openChairWithOrder();
    const { chair, caller, orderId } = await openChairWithOrder();
    const [taken = []] = fc.sample(steps([orderId, other.orderId, randomUUID()]), { seed, numRuns: 1 });
    for (const step of taken) {
      if (step.kind === "event") {
        const event = defined(step);
        if (isEvent.Check(event)) await chair.process({ events: [event] });
      } else if (step.kind === "state") {
        const running = step.running === null ? null : defined(step.running);
        const state = { ...defined(step), online: true, firmware: "f", running };
        if (isState.Check(state)) await chair.process({ state });
      } else if (step.kind === "accept") await chair.accept();
      else if (step.kind === "collect") await collect(chair, caller.accountId);
      else chair.clock.advance(step.ms);
      chair.clock.advance(1_000);
    }
    expect(await runAudit(test.database)).toEqual([]);
  },
);
