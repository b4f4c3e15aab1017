import { setTimeout as delay } from "node:timers/promises";
import { placeStarts } from "./fault-starts.ts";
import { isReady, until } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";

/** Stops the server that hosts the embedded broker; the other server must refuse every start until the broker is back. */
export const brokerUnavailable: Fault = {
  name: "broker-unavailable",
  broker: "embedded",
  joined: true,
  async strike(world) {
    const chairs = world.fleet.chairs();
    const half = Math.ceil(chairs.length / 2);
    const early = placeStarts(world, 500, chairs.slice(0, half));
    await delay(world.random.between(100, 500));
    await world.killServer();
    if (!(await until(async () => !(await isReady(world)), 20_000)))
      world.findings.push("a server without its broker says that it is ready");
    world.mustRefuse = true;
    const refused = await placeStarts(world, 500, chairs.slice(half));
    world.mustRefuse = false;
    await world.startServer();
    if (!(await until(() => isReady(world), 20_000)))
      world.findings.push("a server whose broker is back does not become ready");
    await world.fleet.connected();
    const again = await placeStarts(world, 500, chairs.slice(half));
    return [...(await early), ...refused, ...again];
  },
};
