import mqtt, { type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { findDevice, recordPresence, rotateCredential } from "#features/devices/index.ts";
import { makeDevice } from "#test/app/network-factory.ts";
import {
  eventually,
  makePricedOutlet,
  openOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { createLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let world: OrderApp;
let outlet: PricedOutlet;
const boards: MqttClient[] = [];
const lines: string[] = [];
const metricsToken = "metrics-token-of-the-test";
beforeAll(async () => {
  world = await openOrderApp(
    { METRICS_TOKEN: metricsToken },
    createLog("info", { write: (line) => void lines.push(line) }),
  );
  outlet = await makePricedOutlet(world.owner);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const board of boards.splice(0)) await board.endAsync(true);
});
afterAll(() => world.close());

async function openIdentity() {
  const deviceId = await makeDevice(world.owner, { ...outlet, online: false });
  const rotate = () =>
    transact(world.database, (uow) => rotateCredential(uow, deviceId, world.clock.now())) as Promise<string>;
  const secret = await rotate();
  let states = 0;
  /** Connects a board with the identity, which takes an open connection over, and returns once its state is stored. */
  const connect = async (bootId: string) => {
    const board = await mqtt.connectAsync(world.broker.url, {
      clientId: deviceId,
      username: deviceId,
      password: secret,
      reconnectPeriod: 0,
    });
    boards.push(board);
    await report(board, bootId);
    return board;
  };
  const stateOf = (bootId: string): PayloadOf<"state"> => {
    states += 1;
    return {
      online: true,
      bootId,
      firmware: "f",
      running: null,
      fault: null,
      coinCounter: states,
      epoch: "e",
    };
  };
  /** Publishes a state, and returns once it is stored. */
  const report = async (board: MqttClient, bootId: string) => {
    const state = stateOf(bootId);
    await board.publishAsync(`chairs/${deviceId}/state`, JSON.stringify(state), { qos: 1, retain: true });
    await eventually(async () => {
      const stored = await sql<{ counter: number }>`
        SELECT coin_counter_minor AS counter FROM device WHERE device_id = ${deviceId}`.firstRow(world.owner);
      expect(stored.counter).toBe(states);
    });
  };
  /** Stores a state as another server on the same broker does. */
  const storeElsewhere = (bootId: string, previousBootId: string) =>
    transact(world.database, (uow) =>
      recordPresence(uow, [{ deviceId, state: stateOf(bootId), previousBootId }], world.clock.now()),
    );
  const fault = async () => (await findDevice(world.database, deviceId))?.fault;
  const cases = () =>
    sql<{ takeovers: number; isClosed: boolean }>`
      SELECT (detail->>'takeovers')::integer AS takeovers, closed_at IS NOT NULL AS "isClosed" FROM attention_case
      WHERE kind = 'identityShared' AND subject = ${deviceId}`.rows(world.owner);
  return { deviceId, connect, report, storeElsewhere, fault, cases, rotate };
}

/** The number of open cases from which the operator is alerted; null without such a metric. */
async function alertedCases() {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await world.http.inject({ url: "/api/metrics", headers });
  return /^reposo_open_cases\{kind="identityShared"\} (\d+)$/m.exec(body)?.[1] ?? null;
}

describe("[CLAIM-1] [START-4] the identity of a chair", () => {
  it("[ALERT-6] is shared if three boards take the connection over in turn", async () => {
    const { deviceId, connect, fault, cases, rotate } = await openIdentity();
    for (const bootId of ["a", "b", "c", "a", "b", "c", "a", "b"]) await connect(bootId);
    expect(await fault()).toBeNull();
    await connect("c");
    expect(await fault()).toBe("DUPLICATE-ID");
    expect(await cases()).toEqual([{ takeovers: 6, isClosed: false }]);
    const alerts = lines.filter((line) => line.includes('"security":"chair.identityShared"'));
    expect(alerts).toEqual([expect.stringContaining(deviceId)]);
    expect(await alertedCases()).toBe("1");
    await rotate();
    expect(await fault()).toBeNull();
    expect(await alertedCases()).toBeNull();
    expect(await cases()).toEqual([{ takeovers: 6, isClosed: true }]);
  });

  it("is shared if boards with the same boot ID take the connection over soon after each other", async () => {
    const { connect, fault, cases } = await openIdentity();
    for (let count = 0; count < 6; count += 1) await connect("a");
    expect(await fault()).toBeNull();
    await connect("a");
    expect(await fault()).toBe("DUPLICATE-ID");
    expect(await cases()).toEqual([{ takeovers: 6, isClosed: false }]);
  });

  it("is not shared if the chair connects again after its connection ended", async () => {
    const { connect, fault } = await openIdentity();
    for (let count = 0; count < 10; count += 1) {
      const board = await connect("a");
      await board.endAsync(true);
      await eventually(() => expect(world.broker.connectedDevices()).toBe(0));
    }
    expect(await fault()).toBeNull();
  });

  it("is not shared if a server processes the chair's states from before a restart later than another server", async () => {
    const { connect, report, storeElsewhere, fault } = await openIdentity();
    const board = await connect("a");
    await storeElsewhere("b", "a");
    for (let count = 0; count < 8; count += 1) {
      await report(board, "a");
      await storeElsewhere("b", "b");
    }
    await report(board, "b");
    expect(await fault()).toBeNull();
  });

  it("is not shared if the chair leaves open connections behind that it lost later or by a restart", async () => {
    const { connect, fault } = await openIdentity();
    for (let boot = 0; boot < 8; boot += 1) await connect(`boot-${boot}`);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    for (let count = 0; count < 8; count += 1) {
      vi.setSystemTime(Date.now() + 20_000);
      await connect("last");
    }
    expect(await fault()).toBeNull();
  });
});
