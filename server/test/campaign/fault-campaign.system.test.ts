import { expect, it } from "vitest";
import { seededRandom } from "#demo/history/seeded-random.ts";
import { printedSeed } from "#test/random-seed.ts";
import { type FailingSeed, findSeedsToRepeat, keepFailingSeed } from "./failing-seeds.ts";
import { allFaults } from "#test/campaign/faults/fault-list.ts";
import type { FaultScale } from "#test/campaign/faults/fault-world.ts";
import { type Fault, type FaultFigures, runFault } from "#test/campaign/faults/run-fault.ts";

/** Number of rounds per fault; 0 in `npm run test:system`, which runs two of the faults once. */
const rounds = Number(process.env["REPOSO_FAULT_ROUNDS"] ?? 0);
const only = process.env["REPOSO_FAULT"] ?? null;
const isCampaign = rounds > 0;
const scale: FaultScale = isCampaign
  ? { chairs: 20, deadlineSeconds: 20, postgres: "system" }
  : { chairs: 6, deadlineSeconds: 10, postgres: "shared" };
const roundMs = 240_000;

interface Round extends FailingSeed {
  readonly figures: FaultFigures;
}

async function planned(seed: number): Promise<FailingSeed[]> {
  if (!isCampaign) {
    const { next } = seededRandom(String(seed));
    return allFaults
      .map((fault) => ({ fault, place: next() }))
      .sort((one, other) => one.place - other.place)
      .slice(0, 2)
      .map(({ fault }) => ({ fault: fault.name, seed }));
  }
  const faults = allFaults.filter(({ name }) => only === null || name === only);
  const storedSeeds = (await findSeedsToRepeat()).filter(({ fault }) =>
    faults.some(({ name }) => name === fault),
  );
  return [
    ...storedSeeds,
    ...faults.flatMap((fault) =>
      Array.from({ length: rounds }, (_, round) => ({ fault: fault.name, seed: seed + round })),
    ),
  ];
}

const formatRound = ({ fault, seed, figures: { starts, refused, ran, returned, findings } }: Round): string =>
  [
    `${fault}, seed ${seed}: ${starts} starts, ${refused} refused before payment, ${ran} ran, ` +
      `${returned} returned, ${findings.length} findings`,
    ...findings.map((finding) => `  ${finding}`),
  ].join("\n");

it(
  "[START-4] [START-5] [G-1] [G-2] [G-3] [G-5] [G-8] [G-10] runs every chair that is reachable in time after a fault, and loses or duplicates nothing",
  async () => {
    const seed = printedSeed("fault campaign");
    const done: Round[] = [];
    for (const one of await planned(seed)) {
      const fault = allFaults.find(({ name }) => name === one.fault) as Fault;
      const run = () => runFault(fault, one.seed, scale);
      const figures = isCampaign ? await keepFailingSeed(one, run, { withinMs: 2 * roundMs }) : await run();
      const round = { ...one, figures };
      done.push(round);
      console.log(formatRound(round));
    }
    expect(done.filter(({ figures }) => figures.findings.length > 0).map(formatRound)).toEqual([]);
    // Rounds without a started chair prove nothing. A single small round may coincide with an outage, so all rounds
    // count.
    expect(done.reduce((ran, { figures }) => ran + figures.ran, 0)).toBeGreaterThan(0);
  },
  isCampaign ? allFaults.length * (rounds + 1) * roundMs : 2 * roundMs,
);
