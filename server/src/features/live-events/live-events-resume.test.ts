import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { type EventClient, followEvents } from "#test/clients/event-client.ts";
import { memoryInUse } from "#test/processes/memory-in-use.ts";
import { type NetworkServer, startNetworkServer } from "#test/app/network-server.ts";
import { makeCustomer, makeManager, makeOutlet, type Signed } from "#test/app/network-factory.ts";
import { printedSeed } from "#test/random-seed.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { publishEvents } from "./index.ts";
import { writeCursor } from "./live-position.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

let test: TestDatabase;
let other: TestDatabase;
let server: NetworkServer;
let outletId: string;
let manager: Signed<ManagerCaller>;
let customers: Awaited<ReturnType<typeof makeCustomer>>[];
let queries = 0;
/** How often the server has tried to render the device that cannot be rendered. */
let failedReads = 0;
const clients: EventClient[] = [];

beforeAll(async () => {
  [test, other] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  const counted: Database = {
    ...test.database,
    query(text, values) {
      queries += 1;
      return test.database.query(text, values);
    },
  };
  outletId = await makeOutlet(test.owner);
  manager = await makeManager(test.owner, { outletIds: [outletId] });
  customers = await Promise.all(Array.from({ length: 300 }, () => makeCustomer(test.owner)));
  server = await startNetworkServer(test.database, {
    readsThrough: counted,
    // The very long names fill the buffers between the server and a client that does not read.
    renderDevice: async (deviceId) => {
      if (deviceId === "POISON") failedReads += 1;
      return {
        deviceId: deviceId === "POISON" ? "not a device id" : deviceId,
        areaId: outletId,
        areaName: "x".repeat(50_000),
        online: true,
        inUse: false,
        fault: null,
        lastSeenAt: null,
        orderId: null,
        endsAt: null,
        outOfService: null,
      };
    },
  });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await server.close();
  await test.close();
  await other.close();
});

async function follow(lastEventId?: string, who: { token: string } = manager): Promise<EventClient> {
  const client = await followEvents(server.origin, who.token, lastEventId);
  clients.push(client);
  return client;
}
const orderIdOf = (event: { data: unknown }) => (event.data as { orderId?: string }).orderId;

async function announceOrder(subject: string, customerId: string | null = null): Promise<void> {
  await transact(test.database, (uow) =>
    publishEvents(uow, { name: "order", outletId, customerId, subject, at: server.clock.now() }),
  );
  server.liveEvents.wake();
}

/** Publishes an event and waits for it. After that, a new event ID includes the event. */
async function announceAndReceive(subject: string): Promise<void> {
  const watcher = await follow();
  await announceOrder(subject);
  await watcher.next((event) => orderIdOf(event) === subject);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const waitOptions = { timeout: 30_000 };

describe("an event of a transaction that commits late", () => {
  it("is delivered although a newer event was committed before it", async () => {
    const stream = await follow();
    const [early, late, last] = [randomUUID(), randomUUID(), randomUUID()];
    let announced = () => {};
    let release = () => {};
    const whenAnnounced = new Promise<void>((resolve) => {
      announced = resolve;
    });
    const mayCommit = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = transact(test.database, async (uow) => {
      publishEvents(uow, { name: "order", outletId, subject: late, at: server.clock.now() });
      await uow.flush();
      announced();
      await mayCommit;
    });
    await whenAnnounced;
    await announceOrder(early);
    // A poll needs fewer than seven queries, so 14 queries are several polls.
    const before = queries;
    const countReceived = () => {
      server.liveEvents.wake();
      return queries - before;
    };
    await expect.poll(countReceived, waitOptions).toBeGreaterThan(14);
    release();
    await slow;
    await announceOrder(last);
    await stream.next((event) => orderIdOf(event) === last);
    expect(stream.events.map(orderIdOf)).toEqual([late, early, last]);
  });

  it.each([
    ["an import into this database", () => test.owner],
    ["a transaction of another database of the cluster", () => other.owner],
  ])("[HOME-3] [SES-4] does not wait for %s", async (_, databaseOf) => {
    const stream = await follow();
    const leaving = await makeManager(test.owner, { outletIds: [outletId] });
    const ended = await follow(undefined, leaving);
    const subject = randomUUID();
    await transact(databaseOf(), async (uow) => {
      await sql`CREATE TABLE long_import (id int)`.execute(uow);
      await announceOrder(subject);
      await stream.next((event) => orderIdOf(event) === subject);
      await sql`UPDATE session SET ended_at = now(), end_reason = 'logout'
        WHERE account_id = ${leaving.caller.accountId}`.execute(test.owner);
      server.liveEvents.wake();
      await ended.ended;
      throw new Error("rolled back");
    }).catch((error: Error) => expect(error.message).toBe("rolled back"));
  });

  it("reaches a client that disconnects and resumes at random times, in any order of the commits", async () => {
    let state = printedSeed("live events resume");
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    const announced: string[] = [];
    const seen = new Set<string | undefined>();
    let lastId: string | undefined;
    let resets = 0;
    // Waits for the first stream, because the test would count earlier events as lost.
    let stream = await follow();
    await expect.poll(() => stream.lastId(), waitOptions).not.toBe("");
    const drain = () => {
      lastId = stream.lastId() || lastId;
      for (const event of stream.events) {
        if (event.name === "reset") resets += 1;
        seen.add(orderIdOf(event));
      }
    };
    const announceLate = async (subject: string) => {
      const [before, within] = [random(400), random(150)];
      await pause(before);
      await transact(test.database, async (uow) => {
        publishEvents(uow, { name: "order", outletId, subject, at: server.clock.now() });
        await uow.flush();
        await pause(within);
      });
      server.liveEvents.wake();
    };
    // A transaction of another test may release all events of a round together. A round has no more events
    // than a stream's queue holds, because the client would otherwise have to refetch everything.
    for (let round = 0; round < 2; round += 1) {
      let done = false;
      const cutting = (async () => {
        while (!done) {
          await pause(random(60));
          drain();
          stream.close();
          await stream.ended;
          drain();
          stream = await follow(lastId);
        }
      })();
      const subjects = Array.from({ length: 60 }, () => randomUUID());
      announced.push(...subjects);
      await Promise.all(subjects.map(announceLate));
      done = true;
      await cutting;
      const last = randomUUID();
      await announceOrder(last);
      await stream.next((event) => orderIdOf(event) === last);
      drain();
    }
    expect(announced.filter((subject) => !seen.has(subject))).toEqual([]);
    expect(resets).toBe(0);
  });
});

describe("a client that reconnects", () => {
  it("receives the missed events that it may receive", async () => {
    const [me, other] = customers as [(typeof customers)[0], (typeof customers)[0]];
    const first = await follow(undefined, me);
    const [seen, missed] = [randomUUID(), randomUUID()];
    await announceOrder(seen, me.caller.customerId);
    const { id } = await first.next();
    first.close();
    await announceOrder(missed, me.caller.customerId);
    await announceOrder(randomUUID(), other.caller.customerId);
    const again = await follow(id, me);
    await again.next();
    await announceOrder(seen, me.caller.customerId);
    await again.next();
    expect(again.events.map(orderIdOf)).toEqual([missed, seen]);
  });

  it("receives a revenue event, because a deferred one may be older than its position", async () => {
    const first = await follow();
    await announceOrder(randomUUID());
    const { id } = await first.next();
    first.close();
    const again = await follow(id);
    expect((await again.next()).name).toBe("revenue");
  });

  it("[PERF-1] receives revenue events only if they are newer than the figures that it has loaded", async () => {
    await announceAndReceive(randomUUID());
    const eventId = await server.liveEvents.currentEventId();
    const quiet = await follow(eventId);
    const subject = randomUUID();
    await announceOrder(subject);
    expect(orderIdOf(await quiet.next())).toBe(subject);
    expect(quiet.events.map(({ name }) => name)).toEqual(["order"]);
    quiet.close();
    await transact(test.database, (uow) =>
      publishEvents(uow, { name: "revenue", outletId, subject: outletId, at: server.clock.now() }),
    );
    const refetching = await follow(eventId);
    expect((await refetching.next(({ name }) => name !== "order")).name).toBe("revenue");
  });

  const position = 1;
  it.each([
    [
      "a position of an hour ago",
      () => writeCursor({ position, reachedAt: new Date(Date.now() - 3_600_000) }),
    ],
    [
      "a position that is not reached yet",
      () => writeCursor({ position: 999_999_999_999_999, reachedAt: new Date() }),
    ],
    ["a position that is too large", () => writeCursor({ position: 1e15, reachedAt: new Date() })],
    ["an invalid position", () => "x"],
    ["an empty position", () => ""],
    ["an SQL injection", () => Buffer.from("1.1.1'; DROP TABLE live_event").toString("base64url")],
  ])("receives a reset for %s", async (_what, cursor) => {
    const stream = await follow(cursor());
    expect(await stream.next()).toMatchObject({ name: "reset", data: {} });
    const subject = randomUUID();
    await announceOrder(subject);
    expect(orderIdOf(await stream.next((event) => event.name === "order"))).toBe(subject);
  });

  it("receives a reset if it has missed more than 1,000 events", async () => {
    const first = await follow();
    await expect.poll(() => first.lastId(), waitOptions).not.toBe("");
    const lastId = first.lastId();
    await transact(test.database, async (uow) => {
      for (let i = 0; i < 1100; i += 1)
        publishEvents(uow, { name: "order", outletId, subject: randomUUID(), at: server.clock.now() });
    });
    await first.next((event) => event.name === "order");
    first.close();
    const again = await follow(lastId);
    expect(await again.next()).toMatchObject({ name: "reset" });
  });
});

describe("events that cannot be rendered", () => {
  it("do not block streams: after three attempts, all clients receive a reset", async () => {
    const stream = await follow();
    await expect.poll(() => stream.lastId(), waitOptions).not.toBe("");
    const lastId = stream.lastId();
    await transact(test.database, (uow) =>
      publishEvents(uow, { name: "device", outletId, subject: "POISON", at: server.clock.now() }),
    );
    await announceOrder(randomUUID());
    // Events are read only after all earlier transactions have ended, including those of other tests.
    await expect.poll(() => failedReads, waitOptions).toBeGreaterThan(0);
    const cutOff = await follow(lastId);
    expect(await cutOff.next()).toMatchObject({ name: "reset" });
    await stream.next((event) => event.name === "reset");
    const last = randomUUID();
    await announceOrder(last);
    await stream.next((event) => orderIdOf(event) === last);
    await cutOff.next((event) => orderIdOf(event) === last);
  });
});

describe("the cost of streams", () => {
  it("is the same number of queries for many idle streams as for one", async () => {
    await Promise.all(customers.map((customer) => follow(undefined, customer)));
    await expect.poll(() => server.liveEvents.countStreams(), waitOptions).toBe(customers.length);
    const [before, startMs] = [queries, Date.now()];
    await pause(2000);
    // The reader polls every 250 ms, and occasionally checks sessions and purges events.
    expect(queries - before).toBeLessThanOrEqual(4 + (Date.now() - startMs) / 250);
  });

  it("is one batch of queries for many streams that resume at the same time", async () => {
    const [me] = customers as [(typeof customers)[0]];
    const first = await follow(undefined, me);
    await expect.poll(() => first.lastId(), waitOptions).not.toBe("");
    const id = first.lastId();
    first.close();
    await announceOrder(randomUUID(), me.caller.customerId);
    await expect.poll(() => server.liveEvents.countStreams(), waitOptions).toBe(0);
    const [before, startMs] = [queries, Date.now()];
    const streams = await Promise.all(customers.map((customer) => follow(id, customer)));
    await streams[0]?.next();
    // At most three queries per 50 ms, regardless of the number of streams.
    expect(queries - before).toBeLessThanOrEqual(6 + (3 * (Date.now() - startMs)) / 50);
  });

  it("is a bounded queue for a client that does not read, and which receives a reset later", async () => {
    const [me] = customers as [(typeof customers)[0]];
    await expect.poll(() => server.liveEvents.countStreams(), waitOptions).toBe(0);
    const watcher = await follow(undefined, me);
    const { hostname, port } = new URL(server.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /api/web/api/v1/events HTTP/1.1\r\nHost: x\r\nAccess-Token: ${manager.token}\r\n\r\n`);
    await expect.poll(() => server.liveEvents.countStreams(), waitOptions).toBe(2);
    socket.pause();
    const before = memoryInUse();
    for (let round = 0; round < 10; round += 1) {
      await transact(test.database, async (uow) => {
        for (let i = 0; i < 60; i += 1)
          publishEvents(uow, {
            name: "device",
            outletId,
            subject: `S${round}X${String(i).padStart(4, "0")}`,
            at: server.clock.now(),
          });
      });
      server.liveEvents.wake();
      await pause(30);
    }
    // Events are delivered in order, so once the watcher has received the last event, all others have been
    // sent to the client that does not read.
    await announceOrder(randomUUID(), me.caller.customerId);
    await watcher.next();
    expect(memoryInUse() - before).toBeLessThan(5_000_000);
    let text = "";
    socket.on("data", (chunk) => {
      text = (text + chunk.toString()).slice(-200_000);
    });
    socket.resume();
    await expect.poll(() => text.includes("event: reset"), waitOptions).toBe(true);
    socket.destroy();
    watcher.close();
    await expect.poll(() => server.liveEvents.countStreams(), waitOptions).toBe(0);
  });

  it("is limited by purging old events", async () => {
    await announceOrder(randomUUID());
    server.advanceTime(2 * 3_600_000);
    await follow();
    const sweep = async () => {
      server.advanceTime(3_600_000);
      return (await sql<Record<string, unknown>>`SELECT * FROM live_event`.rows(test.owner)).length;
    };
    await expect.poll(sweep, { ...waitOptions, interval: 250 }).toBe(0);
  });
});
