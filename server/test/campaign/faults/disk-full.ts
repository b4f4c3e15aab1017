import { setTimeout as delay } from "node:timers/promises";
import { sql } from "#platform/postgres/sql.ts";
import { exhaustDatabase, type SmallDisk } from "#test/processes/small-disk-server.ts";
import { placeStarts } from "./fault-starts.ts";
import { isReady, until } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";

/** A server exits within 4.8 s after SIGTERM; a busy machine may need longer to notice that. */
const maxStopMs = 10_000;

/**
 * Fills the disk of the embedded database and the memories of a third of the chairs while starts are in progress, and
 * stops the server by SIGTERM before there is space again. Customers repeat their calls until the server is started again.
 */
export const diskFull: Fault = {
  name: "disk-full",
  broker: "embedded",
  smallDisk: true,
  async strike(world) {
    const disk = world.disk as SmallDisk;
    const chairs = world.fleet.chairs();
    const half = Math.ceil(chairs.length / 2);
    await sql`CREATE TABLE junk (content text)`.execute(world.test.owner);
    const before = placeStarts(world, 1_000, chairs.slice(0, half));
    await delay(world.random.between(100, 1_000));
    const memories = [...world.memories.values()].filter((_, index) => index % 3 === 0);
    for (const memory of memories) memory.setFull(true);
    await disk.fill();
    await exhaustDatabase(world.test.owner);
    if (!(await until(async () => !(await isReady(world)), 20_000)))
      world.findings.push("a server without space on its disk says that it is ready");
    const meanwhile = placeStarts(world, 500, chairs.slice(half));
    await delay(world.random.between(0, 1_000));
    const sentAtMs = performance.now();
    const { code, signal } = await world.terminateServer();
    const stoppedMs = Math.round(performance.now() - sentAtMs);
    if (code !== 0 || stoppedMs > maxStopMs)
      world.findings.push(`the server exited with ${signal ?? code}, ${stoppedMs} ms after SIGTERM`);
    await disk.free();
    for (const memory of memories) memory.setFull(false);
    await world.startServer();
    return (await Promise.all([before, meanwhile])).flat();
  },
};
