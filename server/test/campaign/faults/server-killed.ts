import { setTimeout as delay } from "node:timers/promises";
import { placeStarts } from "./fault-starts.ts";
import type { Fault } from "./run-fault.ts";

/** The server is killed with its broker and is unavailable for a fifth of the start deadline: 4 of 20 s. */
export const serverKilled: Fault = {
  name: "server-killed",
  broker: "embedded",
  async strike(world) {
    const starts = placeStarts(world, 300);
    // Most starts are in progress by then: accepted, or sent to their chairs without an answer.
    await delay(world.random.between(50, 400));
    await world.killServer();
    await delay(world.deadlineMs / 5);
    await world.startServer();
    return starts;
  },
};
