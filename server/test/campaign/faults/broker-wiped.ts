import { setTimeout as delay } from "node:timers/promises";
import { placeStarts } from "./fault-starts.ts";
import { isReady, until } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";
import type { Mosquitto } from "#test/network/mosquitto.ts";

/**
 * Kills the broker, which loses all of its state and is unavailable for a quarter of the start deadline (5 s of 20 s).
 * Starts are placed before and during the outage; most are placed when the server has reconnected but most chairs have
 * not.
 */
export const brokerWiped: Fault = {
  name: "broker-wiped",
  broker: "mosquitto",
  async strike(world) {
    const mosquitto = world.mosquitto as Mosquitto;
    const unavailableMs = world.deadlineMs / 4;
    const chairs = world.fleet.chairs();
    const quarter = Math.ceil(chairs.length / 4);
    const before = placeStarts(world, 1_000, chairs.slice(0, quarter));
    await delay(world.random.between(100, 1_000));
    await mosquitto.kill();
    const meanwhile = placeStarts(world, unavailableMs, chairs.slice(quarter, 2 * quarter));
    await delay(unavailableMs);
    await mosquitto.start();
    await until(() => isReady(world), 20_000);
    const after = placeStarts(world, 2_000, chairs.slice(2 * quarter));
    return (await Promise.all([before, meanwhile, after])).flat();
  },
};
