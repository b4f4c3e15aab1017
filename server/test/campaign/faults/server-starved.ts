import { setTimeout as delay } from "node:timers/promises";
import { limitCpu } from "#test/processes/limited-cpu.ts";
import type { RunningServer } from "#test/processes/killed-server.ts";
import { type PlacedStart, placeStarts } from "./fault-starts.ts";
import type { Fault } from "./run-fault.ts";

/** The server gets this share of a processor: 4 %. */
const limit = { runMs: 10, periodMs: 250 };
const coinMinor = 10_00;
const rounds = 4;
/** With 64 events in flight of each chair, 6,400 messages of ten chairs wait. */
const eventCopies = 10;

/**
 * Takes most of the processor's time from the server while half of the chairs report coins without a pause. Starts of the
 * other half that the server accepts must run; the others must be refused before payment.
 */
export const serverStarved: Fault = {
  name: "server-starved",
  broker: "mosquitto",
  async strike(world) {
    const chairs = world.fleet.chairs();
    const half = Math.ceil(chairs.length / 2);
    const [paid, coined] = [chairs.slice(0, half), chairs.slice(half)];
    const { pid } = world.serving() as RunningServer;
    for (const chair of coined) chair.setFaults({ eventCopies });
    const release = limitCpu(pid, limit);
    let isOver = false;
    const insertCoins = async () => {
      for (; !isOver; await delay(50))
        for (const chair of coined) {
          chair.insertCoin(coinMinor, "PHP");
          chair.pressStop();
        }
    };
    const inserting = insertCoins();
    const starts: PlacedStart[] = [];
    // A chair that still runs refuses the next start.
    const place = async () => {
      for (let round = 0; round < rounds; round += 1)
        starts.push(...(await placeStarts(world, (2 * world.deadlineMs) / rounds, paid)));
    };
    const placing = place();
    await delay(2 * world.deadlineMs);
    isOver = true;
    for (const chair of coined) chair.setFaults({ eventCopies: 1 });
    await inserting;
    await release();
    await placing;
    console.log(
      `${this.name}: ${starts.length} starts, ${world.refusedCalls} calls refused before payment while the server was starved`,
    );
    return starts;
  },
};
