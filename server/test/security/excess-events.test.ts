import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "#platform/postgres/sql.ts";
import {
  addChair,
  eventually,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { connectMqttChair } from "#test/app/mqtt-chair.ts";

let world: OrderApp;
let outlet: PricedOutlet;
afterAll(() => world.close());

const storedEvents = async (deviceId: string): Promise<number> => {
  const { events } = await sql<{ events: number }>`
    SELECT count(*)::int AS events FROM chair_event WHERE device_id = ${deviceId}`.firstRow(world.owner);
  return events;
};

const casesOf = (deviceId: string) =>
  sql<{ count: number }>`
    SELECT (detail->>'count')::int AS count FROM attention_case
    WHERE kind = 'eventExcess' AND device_id = ${deviceId} AND closed_at IS NULL`.rows(world.owner);

beforeAll(async () => {
  // Three hours' worth are 180 events at once; the pause is then an hour.
  world = await openOrderApp({ CHAIR_EVENTS_PER_MINUTE: "1" });
  outlet = await makePricedOutlet(world.owner);
});

it("[ATTACK-4] stores no more events of a secret than the limit, asks the chair to pause, and opens one case", async () => {
  const { deviceId, client: chair } = await connectMqttChair(world, outlet);
  try {
    const pauses: PayloadOf<"receipt">[] = [];
    chair.on("message", (_topic, payload) => {
      const receipt = JSON.parse(payload.toString()) as PayloadOf<"receipt">;
      if (receipt.pauseSeconds !== undefined) pauses.push(receipt);
    });
    await chair.subscribeAsync(`chairs/${deviceId}/receipt`, { qos: 1 });
    for (let seq = 1; seq <= 300; seq += 1) {
      const event = JSON.stringify({ epoch: "e1", seq, at: null, type: "cleared" });
      await chair.publishAsync(`chairs/${deviceId}/event`, event, { qos: 1 });
    }
    await eventually(async () => expect(await casesOf(deviceId)).toEqual([{ count: 1 }]));
    await eventually(async () => expect(await storedEvents(deviceId)).toBeGreaterThanOrEqual(180));
    // A slow machine may take a minute for these events, which allows one more.
    expect(await storedEvents(deviceId)).toBeLessThan(190);
    expect(pauses).toEqual([{ epoch: "e1", upTo: 0, pauseSeconds: 3_600 }]);
    // Other chairs are not affected.
    const other = await addChair(world, outlet);
    expect(other.insertCoin(10_00, "PHP")).toBe("accepted");
    await eventually(async () => expect(other.state().pendingEvents).toBe(0));
  } finally {
    await chair.endAsync(true);
  }
});
