import { setTimeout as delay } from "node:timers/promises";
import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import { type SeededRandom, seededRandom } from "#demo/history/seeded-random.ts";
import { runAudit } from "#features/audit/index.ts";
import { centralFaults, type ChairFault, chairFaults, endChairFaults } from "./chair-fault-list.ts";
import { type CoinBox, compareCoins } from "./coin-books.ts";
import { placeStarts } from "#test/campaign/faults/fault-starts.ts";
import { type FaultWorld, until } from "#test/campaign/faults/fault-world.ts";
import { compareMotors, findOrders, isSettled, findUnsettled } from "#test/campaign/faults/run-fault.ts";

export interface CoinRound {
  readonly coinsPerChair: number;
  readonly chairFaults: number;
  /** Number of customers who start a chair during the round. */
  readonly starts: number;
}

const settleTimeoutMs = 120_000;
const coinValues = [100, 200];
const insertionMs = 1_500;

/** Inserts coins while faults occur, waits for the recovery, and compares the coins with the ledger. */
export async function runCoinRound(
  world: FaultWorld,
  boxes: Map<string, CoinBox>,
  round: CoinRound,
): Promise<{ faults: string[]; ran: number; findings: string[] }> {
  const { random, fleet } = world;
  const central = process.env["REPOSO_FAULT"] ?? random.pick(Object.keys(centralFaults), () => 1);
  // Faults and coins draw concurrently, so each has its own generator: the plan of a seed is independent of timing.
  const roundSeed = random.next();
  const worldOf = (name: string): FaultWorld => ({ ...world, random: seededRandom(`${roundSeed} ${name}`) });
  const planned = Array.from({ length: round.chairFaults }, (_, index) => ({
    name: random.pick(Object.keys(chairFaults), () => 1),
    chair: random.pick(fleet.chairs(), () => 1),
    afterMs: random.between(0, insertionMs),
    chairWorld: worldOf(`chair fault ${index}`),
  }));
  const audit = createFaultAudits(world);
  const started = sample(random, fleet.chairs(), round.starts);
  const [starts] = await Promise.all([
    placeStarts(world, insertionMs / 5, started),
    insertCoins(worldOf("coins"), boxes, round.coinsPerChair, started),
    delay(random.between(0, 500))
      .then(() => centralFaults[central]?.(worldOf("central fault")))
      .then(() => audit.after(central)),
    ...planned.map(async ({ name, chair, afterMs, chairWorld }) => {
      await delay(afterMs);
      (chairFaults[name] as ChairFault)(chair, chairWorld);
      audit.after(name);
    }),
  ]);
  // Does not wait for the audits: on a busy machine, chairs would then be back only after the deadlines of their starts.
  endChairFaults(world);
  await audit.done();
  const isOver = await until(async () => {
    const isBack = fleet.states().every(({ connected, powered }) => connected && powered);
    return isBack && (await isSettled(world));
  }, settleTimeoutMs);
  const placed = starts.flatMap(({ orderId }) => orderId ?? []);
  const orders = (await findOrders(world)).filter(({ orderId }) => placed.includes(orderId));
  const findings = [
    ...(isOver ? [] : [`not settled after ${settleTimeoutMs} ms: ${await findUnsettled(world)}`]),
    ...world.findings.splice(0),
    ...(await compareCoins(world, boxes)),
    ...(placed.length === orders.length ? [] : [`of ${placed.length} orders ${orders.length} are left`]),
    ...compareMotors(world, orders),
    ...audit.findings,
    ...(await runAudit(world.test.database)).map((broken) => `audit: ${JSON.stringify(broken)}`),
  ];
  if (audit.count() !== planned.length + 1)
    findings.push(`${audit.count()} audits after ${planned.length + 1} faults`);
  return {
    faults: [central, ...planned.map(({ name }) => name)],
    ran: orders.filter(({ status }) => status === "completed").length,
    findings,
  };
}

/**
 * Runs all audits after each fault, one run at a time, while coins are inserted and other faults continue. Each audit reads
 * one snapshot and must hold at any moment. A database that a fault has interrupted is audited when it is available again.
 */
function createFaultAudits({ test }: FaultWorld) {
  const findings: string[] = [];
  let count = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function run(fault: string): Promise<void> {
    let failure: unknown = null;
    const isDone = await until(async () => {
      try {
        for (const broken of await runAudit(test.database))
          findings.push(`audit after ${fault}: ${JSON.stringify(broken)}`);
        return true;
      } catch (error) {
        failure = error;
        return false;
      }
    }, settleTimeoutMs);
    if (isDone) count += 1;
    else findings.push(`no audit after ${fault}: ${String(failure)}`);
  }

  return {
    findings,
    count: () => count,
    after(fault: string): void {
      last = last.then(() => run(fault));
    },
    done: () => last,
  };
}

async function insertCoins(
  { fleet, random }: FaultWorld,
  boxes: Map<string, CoinBox>,
  count: number,
  started: readonly VirtualChair[],
) {
  for (let n = 0; n < count; n += 1) {
    for (const chair of fleet.chairs()) {
      // These chairs get no coin, because a chair that runs on coins would refuse the start.
      if (n < count / 2 && started.includes(chair)) continue;
      const amountMinor = random.pick(coinValues, () => 1);
      if (chair.insertCoin(amountMinor, "PHP") === "returned") continue;
      const box = boxes.get(chair.deviceId) ?? { coins: 0, amountMinor: 0 };
      boxes.set(chair.deviceId, { coins: box.coins + 1, amountMinor: box.amountMinor + amountMinor });
    }
    await delay(insertionMs / count);
  }
}

function sample<T>(random: SeededRandom, items: readonly T[], count: number): T[] {
  const left = [...items];
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)).flat();
}
