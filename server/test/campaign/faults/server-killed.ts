import { setTimeout as delay } from "node:timers/promises";
import { placeStarts } from "./fault-starts.ts";
import type { Fault } from "./run-fault.ts";

/** Kills the server with its broker, which are then unavailable for a fifth of the start deadline: 4 of 20 s. */
export const serverKilled: Fault = {
  name: "server-killed",
  broker: "embedded",
  async strike(world) {
    const starts = placeStarts(world, 300);
    // By then most starts are in progress: the server accepted them, or sent them to chairs that have not replied.
    await delay(world.random.between(50, 400));
    await world.killServer();
    await delay(world.deadlineMs / 5);
    await world.startServer();
    return starts;
  },
};
