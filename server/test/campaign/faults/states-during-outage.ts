import { setTimeout as delay } from "node:timers/promises";
import { sql } from "#platform/postgres/sql.ts";
import { startOutage } from "#test/database/database-outage.ts";
import { placeStarts } from "./fault-starts.ts";
import { type FaultWorld, until } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";

/** Time after an outage within which the server must show each chair as the broker does. */
const maxDelayMs = 10_000;
const giveUpMs = 120_000;

/**
 * Makes the database unavailable for twice the start deadline (40 s of 20 s). Meanwhile, half of the chairs lose their
 * power, and a quarter, which was off before, is switched on.
 */
export const statesDuringOutage: Fault = {
  name: "states-during-outage",
  broker: "mosquitto",
  async strike(world) {
    const chairs = world.fleet.chairs();
    const half = Math.ceil(chairs.length / 2);
    const [leaving, staying] = [chairs.slice(0, half), chairs.slice(half)];
    const arriving = staying.slice(0, Math.ceil(half / 2));
    for (const chair of arriving) chair.setFaults({ offline: true });
    if (!(await until(async () => (await findUntrue(world)).length === 0, giveUpMs)))
      throw new Error("the chairs that were switched off did not go offline");

    const endOutage = await startOutage(world.test);
    for (const chair of leaving) {
      await delay(world.random.between(0, world.deadlineMs / leaving.length));
      chair.setFaults({ offline: true });
    }
    for (const chair of arriving) chair.setFaults({ offline: false });
    await delay(world.deadlineMs);
    const untrue = await findUntrue(world);
    await endOutage();
    const endedAtMs = performance.now();
    await until(async () => (await findUntrue(world)).length === 0, giveUpMs);
    const tookMs = Math.round(performance.now() - endedAtMs);
    console.log(
      `${this.name}, ${this.broker}: ${untrue.length} of ${chairs.length} states untrue at the end of the outage, ` +
        `all true ${tookMs} ms later`,
    );
    if (tookMs > maxDelayMs)
      world.findings.push(
        `the states are true ${tookMs} ms after the outage; untrue: ${(await findUntrue(world)).join()}`,
      );
    const starts = await placeStarts(world, 500, staying);
    for (const chair of leaving) chair.setFaults({ offline: false });
    return starts;
  },
};

/** The same fault with the embedded broker, which accepts no connection of a chair while the database is unavailable. */
export const statesDuringOutageEmbedded: Fault = {
  ...statesDuringOutage,
  name: "states-during-outage-embedded",
  broker: "embedded",
};

/** Returns the IDs of chairs that the server shows as online although they are not connected, or the reverse. */
async function findUntrue({ test, fleet }: FaultWorld): Promise<string[]> {
  const rows = await sql<{ deviceId: string }>`
    SELECT device_id AS "deviceId" FROM device WHERE online`.rows(test.owner);
  const online = new Set(rows.map(({ deviceId }) => deviceId));
  return fleet.states().flatMap(({ deviceId, connected, powered, faults }) => {
    const isOn = powered && !faults.offline;
    return online.has(deviceId) === isOn && connected === isOn ? [] : [deviceId];
  });
}
