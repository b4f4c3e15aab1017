import { setTimeout as delay } from "node:timers/promises";
import { powerCutSteps } from "@reposo/chair/chair-faults.ts";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { sql } from "#platform/postgres/sql.ts";
import { killedServerName } from "#test/processes/killed-server.ts";
import type { FaultWorld } from "#test/campaign/faults/fault-world.ts";
import type { FillableMemory } from "./fillable-memory.ts";

const dayMs = 86_400_000;
const failPoints = ["event.received", "event.before-commit", "event.committed"] as const;

export type CentralFault = (world: FaultWorld) => Promise<void>;

/** Faults of shared services; each promise resolves when the interrupted service works again. */
export const centralFaults: Readonly<Record<string, CentralFault>> = {
  async serverKilled(world) {
    await world.killServer();
    await delay(world.random.between(0, 500));
    await world.startServer();
  },
  /** Kills a server while it processes a batch; the other server continues. */
  async serverKilledAtFailPoint(world) {
    await world.killServer();
    await world.startServer(world.random.pick(failPoints, () => 1));
    await delay(world.random.between(300, 1_000));
    await world.killServer();
    await world.startServer();
  },
  async brokerWiped({ mosquitto, random }) {
    await mosquitto?.kill();
    await delay(random.between(0, 1_000));
    await mosquitto?.start();
  },
  databaseConnectionsBroken: breakConnections,
  /** Kills all processes of PostgreSQL; if other tests share PostgreSQL, only closes the connections. */
  async databaseKilled(world) {
    const { postgres, random } = world;
    if (postgres === null) return breakConnections(world);
    await postgres.kill();
    await delay(random.between(0, 500));
    await postgres.start();
  },
  async lossyLink({ link, random }) {
    link?.setLossy(true);
    await delay(random.between(500, 1_500));
    link?.setLossy(false);
  },
  async slowLink({ link, random }) {
    link?.setDelay(random.between(200, 1_000));
    await delay(random.between(1_000, 2_000));
    link?.setDelay(0);
  },
  async linkCut({ link, random }) {
    for (let times = random.between(1, 3); times > 0; times -= 1) {
      link?.cut();
      await delay(random.between(100, 600));
    }
  },
};

async function breakConnections({ test, random }: FaultWorld): Promise<void> {
  for (let times = random.between(1, 4); times > 0; times -= 1) {
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = ${killedServerName}`.execute(test.owner);
    await delay(random.between(20, 200));
  }
}

export type ChairFault = (chair: VirtualChair, world: FaultWorld) => void;

/** Faults of single chairs; each ends by itself, or when `endChairFaults` is called at the end of the round. */
export const chairFaults: Readonly<Record<string, ChairFault>> = {
  powerCut: (chair, { random }) => chair.powerCut(random.between(0, 800)),
  powerCutAtStep: (chair, { random }) =>
    chair.setFaults({ powerCutAt: random.pick(powerCutSteps, () => 1), powerOffMs: random.between(0, 500) }),
  offline: (chair) => chair.setFaults({ offline: true }),
  repliesLost: (chair, { random }) => chair.setFaults({ dropReplies: random.between(1, 3) }),
  eventsRepeated: (chair, { random }) => chair.setFaults({ eventCopies: random.between(2, 10) }),
  eventsShuffled: (chair, { random }) =>
    chair.setFaults({ shuffleEvents: true, eventCopies: random.between(1, 3) }),
  /** Sets the chair's clock back by up to 60 days, so that its events appear to arrive that much later. */
  clockBehind: (chair, { random }) => chair.clock.jump(-random.between(1, 60) * dayMs),
  clockAhead: (chair, { random }) => chair.clock.jump(random.between(1, 365) * dayMs),
  diskFull: ({ deviceId }, { memories }) => (memories.get(deviceId) as FillableMemory).setFull(true),
  /**
   * Resets the chair only if it has no pending events and is idle: coins in deleted events could be found only in the
   * cash box.
   */
  memoryReset(chair) {
    const { pendingEvents, running } = chair.state();
    if (pendingEvents === 0 && running === null) chair.resetMemory();
  },
};

export function endChairFaults({ fleet, memories }: FaultWorld): void {
  for (const memory of memories.values()) memory.setFull(false);
  for (const chair of fleet.chairs())
    chair.setFaults({
      offline: false,
      powerCutAt: null,
      dropReplies: 0,
      eventCopies: 1,
      shuffleEvents: false,
    });
}
