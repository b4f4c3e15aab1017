import { randomBytes, randomUUID } from "node:crypto";
import type { MqttClient } from "mqtt";
import { rotateCredential } from "#features/devices/index.ts";
import { addChair, eventually } from "#test/app/order-app.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import { addressOf, attempt } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { connectBroker } from "./broker-attacks.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

/** Coins per clock minute that a price group accepts by default. */
const coinsPerMinute = 30;

interface CoinRows {
  readonly booked: number;
  readonly quarantined: number;
  readonly minutes: number;
}

const coinsOf = ({ test }: AttackWorld, deviceId: string): Promise<CoinRows> =>
  sql<CoinRows>`
    SELECT (SELECT count(*)::int FROM ledger_entry WHERE device_id = ${deviceId}) AS booked,
      (SELECT count(*)::int FROM quarantined_coin WHERE device_id = ${deviceId}) AS quarantined,
      (SELECT count(DISTINCT date_trunc('minute', occurred_at))::int FROM chair_event
        WHERE device_id = ${deviceId}) AS minutes`.firstRow(test.owner);

/**
 * Sends all events of a chair, like a chair that got no receipts: the server drops messages of a chair while too many of
 * them wait, and stores a repeated event once.
 */
async function publishEvents(client: MqttClient, deviceId: string, events: readonly string[]): Promise<void> {
  for (const event of events) await client.publishAsync(`chairs/${deviceId}/event`, event, { qos: 1 });
}

/**
 * A compromised chair reports coins that nobody inserted: more of them than the limit, and some with a foreign
 * currency, without a value, or with counters that contradict their amount.
 */
export const inventCoins: Attack = {
  name: "coins invented by a compromised chair",
  async run(world, count) {
    const { mqttUrl, own, test } = world;
    const deviceId = await makeDevice(test.owner, own.outlet);
    const password = (await transact(test.database, (uow) =>
      rotateCredential(uow, deviceId, new Date()),
    )) as string;
    const { client } = await connectBroker(mqttUrl, { clientId: deviceId, username: deviceId, password });
    const contradictions = [
      { currency: "IDR" },
      { amount: 0 },
      { amount: 100_000_000, counterAfter: 100_000_000 },
      { counterBefore: 0, counterAfter: 90_000_000 },
    ];
    const attempts = Math.min(Math.max(count, 2 * coinsPerMinute), 300);
    const epoch = randomBytes(8).toString("hex");
    const events: string[] = [];
    let counter = 0;
    let plausible = 0;
    for (let index = 0; index < attempts; index += 1) {
      const coin = {
        epoch,
        seq: index + 1,
        at: new Date().toISOString(),
        type: "coin",
        runId: randomUUID(),
        gear: 1,
        seconds: 60,
        amount: 1_000,
        currency: "PHP",
        counterBefore: counter,
        counterAfter: counter + 1_000,
      };
      // Two of three coins are plausible, so that the limit refuses some of them.
      const isPlausible = index % 3 !== 2;
      if (isPlausible) {
        plausible += 1;
        counter += 1_000;
      }
      const change = isPlausible ? {} : contradictions[((index - 2) / 3) % contradictions.length];
      events.push(JSON.stringify({ ...coin, ...change }));
    }
    const { booked, minutes } = await eventually(async () => {
      await publishEvents(client, deviceId, events);
      const rows = await coinsOf(world, deviceId);
      if (rows.booked + rows.quarantined < attempts)
        throw new Error(`${rows.booked} coins are booked and ${rows.quarantined} quarantined`);
      return rows;
    }, 60_000);
    client.end(true);
    if (booked === 0) throw new Error("no plausible coin was booked at all");
    return { attempts, accepted: Math.max(0, booked - Math.min(plausible, minutes * coinsPerMinute)) };
  },
};

/**
 * A compromised chair sends commands to another chair: invented ones, and a genuine start that it replays. Each
 * massage counts as accepted.
 */
export const commandOtherChairs: Attack = {
  name: "chair commands forged or replayed by another chair",
  async run(world, count) {
    const { mqttUrl, own, test, chairSecret, fleet, motors } = world;
    const victim = await addChair({ database: test.database, owner: test.owner, fleet, motors }, own.outlet);
    const identity = { clientId: own.deviceId, username: own.deviceId, password: chairSecret };
    const commandOf = (type: string) => ({
      commandId: randomUUID(),
      type,
      orderId: randomUUID(),
      gear: 1,
      seconds: 600,
      notAfter: new Date(Date.now() + 600_000).toISOString(),
      serverTime: new Date().toISOString(),
    });
    const replayed = commandOf("start");
    const identifiedBefore = victim.state().identified;
    const { attempts } = await attempt(
      Math.min(Math.max(count, 6), 100),
      async (index) => {
        const command = [replayed, commandOf("start"), commandOf("identify")][index % 3];
        const { client, isOpen } = await connectBroker(mqttUrl, {
          ...identity,
          localAddress: addressOf(2700 + (index % 50)),
        } as Parameters<typeof connectBroker>[1]);
        if (!isOpen) throw new Error("the compromised chair could not connect");
        const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
        const sent = client.publishAsync(`chairs/${victim.deviceId}/command`, JSON.stringify(command), {
          qos: 1,
          retain: index % 2 === 0,
        });
        // The broker closes the connection instead of acknowledging.
        await Promise.race([
          sent.then(
            () => {},
            () => {},
          ),
          closed,
        ]);
        client.end(true);
        return false;
      },
      1,
    );
    // A reconnected chair would receive a retained command.
    victim.powerCut(50);
    await eventually(() => {
      if (!victim.state().connected) throw new Error("the chair has not reconnected");
    });
    const { running, identified } = victim.state();
    const runs = () => motors.filter(({ deviceId }) => deviceId === victim.deviceId).length;
    const ran = runs();
    // The chair executes the same commands if the server sends them.
    const server = await connectBroker(mqttUrl, {
      clientId: "reposo-server-attacked",
      username: "reposo-server",
      password: await world.brokerSecret(),
    });
    if (!server.isOpen) throw new Error("the server's login to the broker was refused");
    for (const command of [replayed, commandOf("identify")])
      await server.client.publishAsync(`chairs/${victim.deviceId}/command`, JSON.stringify(command), {
        qos: 1,
      });
    server.client.end(true);
    await eventually(() => {
      // The server may already have stopped the run, because it belongs to no order.
      const hasStarted = runs() > ran || victim.state().running !== null;
      if (!hasStarted || victim.state().identified === identified)
        throw new Error("the chair does not execute the commands at all");
    });
    victim.powerCut(50);
    return {
      attempts,
      accepted: ran + (running === null ? 0 : 1) + Math.max(0, identified - identifiedBefore),
    };
  },
};

/** A compromised chair starts epochs with missing events and implausible coins; cases beyond one per cause count as accepted. */
export const openManyCases: Attack = {
  name: "cases opened by many epochs of one chair",
  async run({ mqttUrl, own, test }, count) {
    const deviceId = await makeDevice(test.owner, own.outlet);
    const password = (await transact(test.database, (uow) =>
      rotateCredential(uow, deviceId, new Date()),
    )) as string;
    const { client } = await connectBroker(mqttUrl, { clientId: deviceId, username: deviceId, password });
    const attempts = Math.min(Math.max(count, 40), 300);
    const events: string[] = [];
    for (let index = 0; index < attempts; index += 1) {
      const coin = {
        epoch: randomBytes(8).toString("hex"),
        seq: 3,
        at: index % 2 === 0 ? null : new Date().toISOString(),
        type: "coin",
        runId: randomUUID(),
        gear: 1,
        seconds: 60,
        amount: 1_000,
        currency: "IDR",
        counterBefore: 0,
        counterAfter: 1_000,
      };
      events.push(JSON.stringify(coin));
    }
    const { kinds, causes, cases } = await eventually(async () => {
      await publishEvents(client, deviceId, events);
      const found = await sql<{ events: number; cases: number; causes: number; kinds: string[] }>`
        SELECT (SELECT count(*)::int FROM chair_event WHERE device_id = ${deviceId}) AS events,
          count(*)::int AS cases, count(DISTINCT (kind, detail->>'reason'))::int AS causes, coalesce(array_agg(DISTINCT kind), '{}') AS kinds
        FROM attention_case WHERE device_id = ${deviceId}`.firstRow(test.owner);
      if (found.events < attempts) throw new Error(`${found.events} of ${attempts} events are stored`);
      return found;
    }, 60_000);
    client.end(true);
    // The first coin is in another currency than the outlet's, and the others do not continue its counter.
    if (!["coinsDoubted", "eventGap"].every((kind) => kinds.includes(kind)))
      throw new Error(`there are only the cases ${kinds.join(", ")}`);
    return { attempts, accepted: cases - causes };
  },
};
