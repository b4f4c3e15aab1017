import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recordState } from "#test/app/record-state.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type EventClient, followEvents } from "#test/clients/event-client.ts";
import { type NetworkServer, startNetworkServer } from "#test/app/network-server.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { importDevices } from "#features/device-import/index.ts";
import { type NewLiveEvent, publishEvents } from "./index.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

// Events are delayed by every open transaction, including those of other tests in the same database cluster.
vi.setConfig({ testTimeout: 60_000 });

let test: TestDatabase;
let server: NetworkServer;
/**
 * A new outlet for each test, because events of the previous test may still be undelivered and its managers
 * must not receive them.
 */
let outletId: string;
const clients: EventClient[] = [];

beforeAll(async () => {
  test = await sharedTestDatabase();
  server = await startNetworkServer(test.database);
});
beforeEach(async () => {
  outletId = await makeOutlet(test.owner);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await server.close();
  await test.close();
});

async function follow(who: { token: string }): Promise<EventClient> {
  const client = await followEvents(server.origin, who.token);
  clients.push(client);
  return client;
}

async function announce(...events: Omit<NewLiveEvent, "at">[]): Promise<void> {
  await transact(test.database, async (uow) => {
    for (const each of events) publishEvents(uow, { ...each, at: server.clock.now() });
  });
  server.liveEvents.wake();
}

/** The maximum time for which an open transaction of another test may delay events. */
const waitOptions = { timeout: 30_000 };

/**
 * Advances the clock so that the server checks the sessions and sends a keep-alive to every stream, and waits for
 * it.
 */
async function recheck(stream: EventClient): Promise<void> {
  await expect.poll(() => stream.lastId(), waitOptions).not.toBe("");
  const before = stream.lastId();
  server.advanceTime(16_000);
  await expect.poll(() => stream.lastId(), waitOptions).not.toBe(before);
}

/** Returns an event that every stream of the test may receive. All earlier events are delivered when it arrives. */
const marker = () => ({ name: "order" as const, outletId, subject: randomUUID() });
const subjects = (client: EventClient) =>
  client.events.map((event) => {
    const data = event.data as { orderId?: string; deviceId?: string };
    return event.name === "device" ? data.deviceId : data.orderId;
  });

describe("live events", () => {
  it("[G-9] are sent to a customer only for own orders", async () => {
    const [me, other] = [await makeCustomer(test.owner), await makeCustomer(test.owner)];
    const deviceId = await makeDevice(test.owner, { outletId });
    const [own, foreign, unowned, last] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    const [stream, otherStream] = [await follow(me), await follow(other)];
    const order = { name: "order" as const, outletId };
    await announce(
      { ...order, subject: own, customerId: me.caller.customerId },
      { ...order, subject: foreign, customerId: other.caller.customerId },
      { ...order, subject: unowned },
      { name: "device", outletId, subject: deviceId, customerId: me.caller.customerId },
      { name: "revenue", outletId, subject: outletId, customerId: me.caller.customerId },
      { ...order, subject: last, customerId: me.caller.customerId },
    );
    await stream.next((event) => (event.data as { orderId: string }).orderId === last);
    expect(subjects(stream)).toEqual([own, last]);
    await otherStream.next();
    expect(subjects(otherStream)).toEqual([foreign]);
  });

  it("[CNT-1] are sent to the customer of an order although feedback on it changes at the same time", async () => {
    const me = await makeCustomer(test.owner);
    const stream = await follow(me);
    const order = { name: "order" as const, outletId };
    const [together, separate, last] = [randomUUID(), randomUUID(), randomUUID()];
    // The feedback of a manager has no customer.
    await announce(
      { ...order, subject: together, customerId: me.caller.customerId },
      { ...order, subject: together },
    );
    await transact(test.database, async (uow) => {
      const at = server.clock.now();
      publishEvents(uow, { ...order, subject: separate, customerId: me.caller.customerId, at });
      await uow.flush();
      publishEvents(uow, { ...order, subject: separate, at });
    });
    await announce({ ...order, subject: last, customerId: me.caller.customerId });
    await stream.next((event) => (event.data as { orderId: string }).orderId === last);
    expect(subjects(stream)).toEqual([together, separate, last]);
  });

  it("[G-9] are sent for an order whose ticket the customer has redeemed, even on an open stream", async () => {
    const me = await makeCustomer(test.owner);
    const deviceId = await makeDevice(test.owner, { outletId });
    const ticketed = await makeOrder(test.owner, { deviceId, outletId });
    const early = await follow(me);
    // Sessions are checked every quarter of a minute, so they are not checked again before the event has
    // arrived.
    await recheck(early);
    await sql`
      INSERT INTO customer_order_grant (customer_id, order_id)
      VALUES (${me.caller.customerId}, ${ticketed})`.execute(test.owner);
    const late = await follow(me);
    const events = [
      { name: "order" as const, outletId, subject: randomUUID(), customerId: randomUUID() },
      { name: "order" as const, outletId, subject: ticketed, customerId: null },
    ];
    await announce(...events);
    await late.next();
    expect(early.events).toEqual([]);
    server.advanceTime(16_000);
    const receivedBy = async (stream: EventClient) => {
      await announce(...events);
      return [...new Set(subjects(stream))];
    };
    await expect.poll(() => receivedBy(early), waitOptions).toEqual([ticketed]);
  });

  it("[G-9] are sent to a manager only for own outlets", async () => {
    const foreign = await makeOutlet(test.owner);
    const stream = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
    const own = marker();
    await announce(
      { name: "order", outletId: foreign, subject: randomUUID() },
      { name: "device", outletId: foreign, subject: await makeDevice(test.owner, { outletId: foreign }) },
      { name: "revenue", outletId: foreign, subject: foreign },
      own,
    );
    await stream.next();
    expect(subjects(stream)).toEqual([own.subject]);
  });

  it("[G-9] are not sent to a manager of the outlet that a chair has left", async () => {
    const next = await makeOutlet(test.owner);
    const deviceId = await makeDevice(test.owner, { outletId: next });
    const stream = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
    const own = marker();
    // A change that was stored before the chair was moved.
    await sql`
      INSERT INTO live_event (name, outlet_id, subject, created_at)
      VALUES ('device', ${outletId}, ${deviceId}, now())`.execute(test.owner);
    await announce(own);
    await stream.next((event) => event.name === "order");
    expect(subjects(stream)).toEqual([own.subject]);
  });

  it("[G-9] [DEV-1] are sent to a manager of the outlet to which a chair was moved during an order", async () => {
    const next = await makeOutlet(test.owner);
    const deviceId = await makeDevice(test.owner, { outletId: next });
    const stream = await follow(await makeManager(test.owner, { outletIds: [next] }));
    // The order belongs to the earlier outlet, and so does the event of its chair.
    await announce({ name: "device", outletId, subject: deviceId });
    await stream.next();
    expect(subjects(stream)).toEqual([deviceId]);
  });

  it("[DEV-1] make the pages of an outlet refetch their data when a chair leaves it", async () => {
    const next = await makeOutlet(test.owner);
    const deviceIds = [
      await makeDevice(test.owner, { outletId }),
      await makeDevice(test.owner, { outletId }),
    ] as const;
    const stream = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
    const own = marker();
    await transact(test.owner, (uow) =>
      importDevices(
        uow,
        deviceIds.map((deviceId) => ({ deviceId, outletId: next })),
        server.clock.now(),
        "test",
      ),
    );
    await announce(own);
    await stream.next((event) => event.name === "order");
    expect(stream.events.map(({ name }) => name)).toEqual(["reset", "order"]);
  });

  it("[DEV-1] send the state of a chair whose ID is also that of its outlet", async () => {
    const shared = "SHARED0001";
    await makeOutlet(test.owner, { outletId: shared });
    await makeDevice(test.owner, { outletId: shared, deviceId: shared });
    const stream = await follow(await makeManager(test.owner, { outletIds: [shared] }));
    await announce({ name: "device", outletId: shared, subject: shared });
    expect(await stream.next()).toMatchObject({ name: "device", data: { deviceId: shared } });
  });

  it.each([
    [["home"], ["device", "order", "revenue"]],
    [["details"], ["order"]],
    [["start"], ["order"]],
    [["stop"], ["order"]],
    [["user"], []],
  ] as const)(
    "[NAV-5] are sent to a manager with the permissions %j only of the kinds %j",
    async (permissions, names) => {
      const stream = await follow(await makeManager(test.owner, { outletIds: [outletId], permissions }));
      const watcher = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
      const deviceId = await makeDevice(test.owner, { outletId });
      await announce(
        { name: "revenue", outletId, subject: outletId },
        { name: "device", outletId, subject: deviceId },
        marker(),
      );
      await watcher.next((event) => event.name === "revenue");
      const received = () => stream.events.map((event) => event.name).sort();
      await expect.poll(received, waitOptions).toEqual(names);
      // All other events were delivered before the next keep-alive.
      await recheck(stream);
      expect(received()).toEqual(names);
    },
  );

  it("are not counted as a slow response when the server ends the oldest of too many streams", async () => {
    const { token } = await makeCustomer(test.owner);
    const streams: EventClient[] = [];
    for (let opened = 0; opened < 9; opened += 1) streams.push(await followEvents(server.origin, token));
    await streams[0]?.ended;
    for (const stream of streams) stream.close();
    await expect
      .poll(() => server.metrics.text(), waitOptions)
      .toContain('answers_total{route="/api/web/api/v1/events",code="0"} 1');
    expect(await server.metrics.text()).not.toContain(
      'request_seconds_count{route="/api/web/api/v1/events",method="GET",status="200"}',
    );
  });

  it("[ATTACK-3] have at most eight streams per token, even if they are opened at the same time", async () => {
    const customer = await makeCustomer(test.owner);
    const streams = await Promise.all(Array.from({ length: 24 }, () => follow(customer)));
    const ended = new Set<EventClient>();
    for (const stream of streams)
      stream.ended.then(
        () => ended.add(stream),
        () => {},
      );
    await expect.poll(() => ended.size, waitOptions).toBe(16);
    await recheck(streams.find((stream) => !ended.has(stream)) as EventClient);
    expect(ended.size).toBe(16);
  });

  it("[NET-3] require a valid token", async () => {
    const response = await fetch(`${server.origin}/api/web/api/v1/events`, {
      headers: { "access-token": "no such token" },
    });
    expect(await response.json()).toMatchObject({ code: 401, data: null });
  });

  it("[LOGIN-4] end for a session that was ended by another login, while other streams continue", async () => {
    const [own, other] = [
      await makeManager(test.owner, { outletIds: [outletId] }),
      await makeManager(test.owner, { outletIds: [outletId] }),
    ];
    const [stream, otherStream] = [await follow(own), await follow(other)];
    await sql`
      UPDATE session
      SET ended_at = ${new Date()}, end_reason = 'loggedInElsewhere'
      WHERE token_hash = ${own.caller.tokenHash}`.execute(test.owner);
    server.advanceTime(16_000);
    await stream.ended;
    const last = marker();
    await announce(last);
    await otherStream.next();
    expect(subjects(otherStream)).toEqual([last.subject]);
    expect(stream.events).toEqual([]);
  });

  it("[G-9] stop for an outlet that a manager loses, and start for one that the manager gets", async () => {
    const [remaining, given] = [await makeOutlet(test.owner), await makeOutlet(test.owner)];
    const who = await makeManager(test.owner, { outletIds: [remaining, outletId] });
    const stream = await follow(who);
    const { accountId } = who.caller;
    await sql`
      DELETE FROM outlet_manager
      WHERE account_id = ${accountId} AND outlet_id = ${outletId}`.execute(test.owner);
    await insertRows(test.owner, "outlet_manager", [{ account_id: accountId, outlet_id: given }]);
    server.advanceTime(16_000);
    const first = randomUUID();
    await expect
      .poll(async () => {
        await announce({ name: "order", outletId: given, subject: first });
        return subjects(stream);
      }, waitOptions)
      .toContain(first);
    const last = randomUUID();
    await announce(marker(), { name: "order", outletId: given, subject: last });
    await expect.poll(() => subjects(stream), waitOptions).toContain(last);
    expect(new Set(subjects(stream))).toEqual(new Set([first, last]));
  });
});

describe("the content of live events", () => {
  it("[DEV-1] is the device as in the device list, without undeclared fields", async () => {
    const deviceId = await makeDevice(test.owner, { outletId, online: false });
    const stream = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
    await transact(test.database, (uow) =>
      recordState(
        uow,
        deviceId,
        {
          online: true,
          bootId: "b",
          firmware: "f",
          running: null,
          fault: null,
          coinCounter: 0,
          epoch: "e",
        },
        new Date("2026-11-21T00:00:00Z"),
      ),
    );
    server.liveEvents.wake();
    expect((await stream.next()).data).toEqual({
      deviceId,
      areaId: outletId,
      areaName: expect.any(String) as unknown,
      online: true,
      inUse: false,
      fault: null,
      lastSeenAt: "2026-11-21T00:00:00.000Z",
      orderId: null,
      endsAt: null,
      outOfService: null,
    });
  });

  it("[HOME-3] contains revenue events at most once per second, including the last change", async () => {
    const stream = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
    const figures = { name: "revenue" as const, outletId, subject: outletId };
    await announce(figures);
    await stream.next();
    for (let i = 0; i < 20; i += 1) await announce(figures);
    const last = marker();
    await announce(figures, last);
    // Order events are sent immediately, so the deferred revenue event follows.
    await stream.next((event) => event.name === "order");
    await stream.next((event) => event.name === "revenue");
    const times = stream.events
      .filter((event) => event.name === "revenue")
      .map((event) => Date.parse((event.data as { asOf: string }).asOf));
    expect(times.length).toBeGreaterThanOrEqual(2);
    for (const [i, time] of times.slice(1).entries())
      expect(time - (times[i] as number)).toBeGreaterThanOrEqual(1000);
  });

  it("contains keep-alives on an idle stream, with a position to resume from", async () => {
    const stream = await follow(await makeManager(test.owner, { outletIds: [outletId] }));
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(stream.response.headers.get("cache-control")).toBe("no-store");
    await recheck(stream);
    expect(stream.events).toEqual([]);
  });
});
