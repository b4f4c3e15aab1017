import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "./source-files.ts";
import { faketime, mosquitto, postgres, provideProgram } from "./system-programs.ts";

/**
 * Long tests, of which `npm run test:system` executes a sample. `setting` is the environment variable that sets the number of
 * repetitions, `option` the option of this command, and `fullSize` its default.
 */
const campaigns = {
  money: {
    file: "test/campaign/money-campaign.system.test.ts",
    setting: "REPOSO_CAMPAIGN_KILLS",
    option: "kills",
    fullSize: 500,
  },
  orders: {
    file: "test/money-model/money-model.test.ts",
    setting: "REPOSO_MODEL_RUNS",
    option: "runs",
    fullSize: 1_000,
  },
  coupon: {
    file: "test/campaign/coupon-campaign.system.test.ts",
    setting: "REPOSO_COUPON_ROUNDS",
    option: "rounds",
    fullSize: 200,
  },
  races: {
    file: "src/features/orders/execution/order-races.system.test.ts",
    setting: "REPOSO_RACE_ROUNDS",
    option: "rounds",
    fullSize: 200,
  },
  media: {
    file: "src/features/uploads/sanitising/remux-video.system.test.ts",
    setting: "REPOSO_MEDIA_RUNS",
    option: "runs",
    fullSize: 500,
  },
  policies: {
    file: "src/features/uploads/ingest/upload-attacks.system.test.ts",
    setting: "REPOSO_POLICY_RUNS",
    option: "runs",
    fullSize: 10_000,
  },
  packets: {
    file: "test/packets/packet-campaign.system.test.ts",
    setting: "REPOSO_PACKETS",
    option: "packets",
    fullSize: 1_000_000,
  },
  chairs: {
    file: "test/campaign/chair-campaign.system.test.ts",
    setting: "REPOSO_CHAIR_ROUNDS",
    option: "rounds",
    fullSize: 90,
  },
  faults: {
    file: "test/campaign/fault-campaign.system.test.ts",
    setting: "REPOSO_FAULT_ROUNDS",
    option: "rounds",
    fullSize: 5,
  },
  attacks: {
    file: "test/campaign/attacks/attack-campaign.system.test.ts",
    setting: "REPOSO_ATTACK_ATTEMPTS",
    option: "attempts",
    fullSize: 1_000,
  },
} as const;

const usage = `npm run campaign -- money [--kills 500] [--seed N]    kills servers at every step of a payment
npm run campaign -- orders [--runs 1000] [--seed N]  compares orders, payments, coupons, and refunds with a model
npm run campaign -- coupon [--rounds 200]            64 customers use one coupon while servers are killed
npm run campaign -- races [--rounds 200]             64 customers compete for a chair or a coupon on eight servers
npm run campaign -- media [--runs 500] [--seed N]    processes randomly altered videos
npm run campaign -- policies [--runs 10000] [--seed N]  sends randomly altered upload forms
npm run campaign -- packets [--packets 1000000] [--seed N]  sends mutated MQTT packets to the embedded broker
npm run campaign -- chairs [--rounds 90] [--seed N] [--fault NAME]  inserts coins while servers, broker, database, links, and chairs fail
npm run campaign -- faults [--rounds 5] [--seed N] [--fault NAME]  starts chairs while brokers, servers, links, clocks, and disks fail
npm run campaign -- attacks [--attempts 1000] [--attack NAME]  attacks a server with default limits, which must refuse all attempts
faults and chairs run the stored failing seeds first, or with --seed only that seed
faults runs the rounds for each fault, or with --fault for one; with --seed, one round by default`;

const whole = { type: "string" } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    kills: whole,
    runs: whole,
    rounds: whole,
    seed: whole,
    fault: whole,
    packets: whole,
    attempts: whole,
    attack: whole,
  },
});
const campaign = campaigns[positionals[0] as keyof typeof campaigns] as
  | (typeof campaigns)[keyof typeof campaigns]
  | undefined;
// With a given seed, `faults` runs one round by default, because each further round uses another seed.
const defaultSize = campaign === campaigns.faults && values.seed !== undefined ? 1 : campaign?.fullSize;
const fullSize = campaign && Number(values[campaign.option] ?? defaultSize);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (
  campaign === undefined ||
  !Number.isInteger(fullSize) ||
  Number(fullSize) < 1 ||
  !Number.isInteger(seed)
) {
  console.error(usage);
  process.exit(2);
}

/** Environment variables with the paths of the system programs that the campaign needs. */
const programs =
  campaign === campaigns.faults || campaign === campaigns.chairs
    ? Object.fromEntries(
        [mosquitto, faketime, postgres].map((program) => [program.setting, provideProgram(program)]),
      )
    : {};
const vitest = path.join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
const child = spawn(
  process.execPath,
  [vitest, "run", "--root", "server", campaign.file, "--maxWorkers", "1", "--disable-console-intercept"],
  {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      ...programs,
      ...(values.fault === undefined ? {} : { REPOSO_FAULT: values.fault }),
      ...(values.attack === undefined ? {} : { REPOSO_ATTACK: values.attack }),
      ...(values.seed === undefined ? {} : { REPOSO_STORED_SEEDS: "skip" }),
      [campaign.setting]: String(fullSize),
      REPOSO_TEST_SEED: String(seed),
    },
    stdio: "inherit",
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
