import { sql } from "#platform/postgres/sql.ts";
import { expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import type { CoinBox } from "./coin-books.ts";
import { runCoinRound } from "./coin-round.ts";
import { findSeedsToRepeat, keepFailingSeed } from "./failing-seeds.ts";
import { type FaultWorld, openFaultWorld } from "#test/campaign/faults/fault-world.ts";

const campaign = "chairs";
/** Number of rounds of `npm run campaign -- chairs`; 0 in `npm run test:system`, which runs two small rounds. */
const rounds = Number(process.env["REPOSO_CHAIR_ROUNDS"] ?? 0);
const isCampaign = rounds > 0;
/** Default number of rounds of the campaign, with more than a thousand faults in total. */
const defaultRounds = 90;
const scale = isCampaign
  ? { chairs: 50, rounds, coinsPerChair: 27, chairFaults: 11, starts: 10 }
  : { chairs: 12, rounds: 2, coinsPerChair: 12, chairFaults: 8, starts: 4 };
const roundMs = 180_000;

interface Total {
  coins: number;
  faults: number;
  /** Number of starts that ran; the other starts were refused or refunded. */
  ran: number;
}

/** Opens two servers on Mosquitto, one of which can be killed, and chairs behind a link that can lose data. */
const openWorld = async (seed: number): Promise<FaultWorld> => {
  const world = await openFaultWorld(
    { broker: "mosquitto", lossyLink: true, joined: true },
    `${campaign} ${seed}`,
    // A deadline that a busy machine meets: a chair that reports a start after its deadline is a case for the operator.
    { chairs: scale.chairs, deadlineSeconds: 60, postgres: isCampaign ? "system" : "shared" },
  );
  await sql`UPDATE price_group SET coins_per_minute = 600`.execute(world.test.owner);
  // The chairs must be installed before the events of a chair whose clock is behind.
  await sql`UPDATE device SET installed_at = '2026-01-01'`.execute(world.test.owner);
  return world;
};

async function runSeed(seed: number): Promise<{ total: Total; findings: string[] }> {
  const world = await openWorld(seed);
  try {
    const boxes = new Map<string, CoinBox>(
      world.fleet.chairs().map(({ deviceId }) => [deviceId, { coins: 0, amountMinor: 0 }]),
    );
    const counts = new Map<string, number>();
    let started = 0;
    for (let round = 1; round <= scale.rounds; round += 1) {
      const { faults, ran, findings } = await runCoinRound(world, boxes, scale);
      started += ran;
      for (const name of faults) counts.set(name, (counts.get(name) ?? 0) + 1);
      if (findings.length > 0)
        return {
          total: totalOf(boxes, counts, started),
          findings: findings.map((one) => `round ${round} (${faults.join(", ")}): ${one}`),
        };
    }
    console.log([...counts].map(([name, count]) => `${name} ${count}`).join(", "));
    return { total: totalOf(boxes, counts, started), findings: [] };
  } finally {
    await world.close();
  }
}

/** Runs the rounds of a seed. Throws if they had no findings but were too small to prove anything. */
async function runAndCheck(seed: number): Promise<{ findings: string[] }> {
  const { total, findings } = await runSeed(seed);
  console.log(
    `chairs, seed ${seed}: ${total.coins} coins, ${total.faults} faults, ${total.ran} starts ran, ${findings.length} findings`,
  );
  if (findings.length > 0) return { findings };
  expect(total.faults).toBe(scale.rounds * (scale.chairFaults + 1));
  if (rounds >= defaultRounds) expect(total.coins).toBeGreaterThanOrEqual(100_000);
  expect(total.coins).toBeGreaterThan((scale.rounds * scale.chairs * scale.coinsPerChair) / 2);
  return { findings };
}

function totalOf(
  boxes: ReadonlyMap<string, CoinBox>,
  counts: ReadonlyMap<string, number>,
  ran: number,
): Total {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return {
    coins: sum([...boxes.values()].map(({ coins }) => coins)),
    faults: sum([...counts.values()]),
    ran,
  };
}

it(
  "[CASH-1] [CASH-2] [G-1] [G-2] [G-6] [G-7] books every coin once, whatever fails between chair and database",
  async () => {
    const seed = printedSeed("chair campaign");
    const storedSeeds = isCampaign
      ? (await findSeedsToRepeat()).filter(({ fault }) => fault === campaign)
      : [];
    for (const one of [...storedSeeds.map((failing) => failing.seed), seed]) {
      const run = () => runAndCheck(one);
      const { findings } = isCampaign
        ? await keepFailingSeed({ fault: campaign, seed: one }, run, { withinMs: scale.rounds * roundMs })
        : await run();
      expect(findings, findings.join("\n")).toEqual([]);
    }
  },
  (isCampaign ? 2 : 1) * scale.rounds * roundMs,
);
