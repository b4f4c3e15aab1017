import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import path from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "./source-files.ts";

/** Tests of which `npm test` runs a sample, each with the setting that says how much of it is wanted. */
const campaigns = {
  money: {
    file: "test/campaign/money-campaign.test.ts",
    setting: "REPOSO_CAMPAIGN_KILLS",
    option: "kills",
    much: 500,
  },
  orders: {
    file: "test/money-model/money-model.test.ts",
    setting: "REPOSO_MODEL_RUNS",
    option: "runs",
    much: 1_000,
  },
  coupon: {
    file: "test/campaign/coupon-campaign.test.ts",
    setting: "REPOSO_COUPON_ROUNDS",
    option: "rounds",
    much: 200,
  },
} as const;

const usage = `npm run campaign -- money [--kills 500] [--seed N]    servers killed at every step of money's way
npm run campaign -- orders [--runs 1000] [--seed N]  orders, payments, coupons and refunds beside their model
npm run campaign -- coupon [--rounds 200]            64 customers, one coupon, servers killed under them`;

const whole = { type: "string" } as const;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { kills: whole, runs: whole, rounds: whole, seed: whole },
});
const campaign = campaigns[positionals[0] as keyof typeof campaigns] as
  | (typeof campaigns)[keyof typeof campaigns]
  | undefined;
const much = campaign && Number(values[campaign.option] ?? campaign.much);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (campaign === undefined || !Number.isInteger(much) || Number(much) < 1 || !Number.isInteger(seed)) {
  console.error(usage);
  process.exit(2);
}

const vitest = path.join(repositoryRoot, "node_modules", "vitest", "vitest.mjs");
const child = spawn(
  process.execPath,
  [vitest, "run", "--root", "server", campaign.file, "--maxWorkers", "1", "--disable-console-intercept"],
  {
    cwd: repositoryRoot,
    env: { ...process.env, [campaign.setting]: String(much), REPOSO_TEST_SEED: String(seed) },
    stdio: "inherit",
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});
