import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AttackAnswer, attempt } from "./attack-client.ts";
import { allAttacks } from "./attack-list.ts";
import { type Attack, type AttackWorld, openAttackWorld } from "./attack-world.ts";
import { measureDuring } from "./measure-server.ts";
import { logInAs } from "./password-login.ts";
import { isAccepted, requireCode, requireLimitReached, requireServed } from "./refusals.ts";
import { type AttackLine, excessesOf, printLine, problemsOf, runAttacks, tableOf } from "./run-attacks.ts";

/** Number of attempts of each attack; 0 in `npm run test:system`, which runs a small sample. */
const attempts = Number(process.env["REPOSO_ATTACK_ATTEMPTS"] ?? 0);
const only = process.env["REPOSO_ATTACK"] ?? null;
const isCampaign = attempts > 0;
const count = isCampaign ? attempts : 40;
/** Minimum duration of a measurement: long enough for a hundred calls in a campaign. */
const minDurationMs = isCampaign ? 8_000 : 0;

let world: AttackWorld;
beforeAll(async () => {
  world = await openAttackWorld();
}, 120_000);
afterAll(() => world.close());

it(
  "[ATTACK-4] refuses every attack of the list with default limits, and continues to serve other users",
  async () => {
    // A first run lets the server compile its code, so that compilation does not slow down the undisturbed run.
    await measureDuring(world, minDurationMs / 2, async () => {});
    const { measured: baseline } = await measureDuring(world, Math.max(minDurationMs, 500), async () => {});
    expect(baseline.failures).toBe(0);
    const attacks = allAttacks
      .filter(({ name }) => only === null || name.includes(only))
      .filter(({ isSlow = false }) => isCampaign || !isSlow);
    expect(attacks, "attacks whose name contains REPOSO_ATTACK").not.toEqual([]);
    const lines = await runAttacks(world, attacks, count, minDurationMs, printLine);
    console.log(tableOf(baseline, lines));
    expect([...problemsOf(lines), ...(isCampaign ? excessesOf(baseline, lines) : [])]).toEqual([]);
  },
  isCampaign ? 3_600_000 : 400_000,
);

it("[ATTACK-4] reports an attack that throws, and runs the others", async () => {
  let attempted = 0;
  const throwing: Attack = {
    name: "throw at the third attempt",
    run: (_, tried) =>
      attempt(
        tried,
        async (index) => {
          attempted += 1;
          if (index === 2) throw new Error("connection lost");
          return false;
        },
        2,
      ),
  };
  const refused: Attack = { name: "be refused", run: async (_, tried) => ({ attempts: tried, accepted: 0 }) };
  const accepted: Attack = {
    name: "be accepted",
    run: async (_, tried) => ({ attempts: tried, accepted: 1 }),
  };
  const lines = await runAttacks(world, [throwing, refused, accepted], 10, 0);
  expect(lines.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["throw at the third attempt", null],
    ["be refused", { attempts: 10, accepted: 0 }],
    ["be accepted", { attempts: 10, accepted: 1 }],
  ]);
  expect(lines.map(({ measured }) => measured !== null && measured.calls > 0)).toEqual([true, true, true]);
  expect(attempted).toBeLessThan(10);
  expect(problemsOf(lines)).toEqual([
    "throw at the third attempt: failed: connection lost",
    "be accepted: 1 accepted",
  ]);
  const { measured: baseline } = await measureDuring(world, 0, async () => {});
  expect(tableOf(baseline, lines)).toMatch(/^throw at the third attempt +– +failed +[\d.]+ ms/m);
});

it("[ATTACK-4] counts an attempt as refused only by a code that the attack expects", () => {
  const answer = (code: number, status = 200): AttackAnswer => ({
    status,
    code,
    text: `{"code":${code}}`,
    location: null,
    headers: {},
  });
  expect(isAccepted(answer(200), "tokenMissing")).toBe(true);
  expect(isAccepted(answer(401), "tokenMissing")).toBe(false);
  for (const [code, status] of [
    [20301, 200],
    [429, 429],
    [503, 503],
  ] as const)
    expect(() => isAccepted(answer(code, status), "tokenMissing")).toThrow("instead of tokenMissing");
  expect(() => requireCode(answer(20301), "ok", "tokenMissing")).toThrow("instead of ok or tokenMissing");
  requireServed(answer(403));
  for (const status of [429, 500, 503])
    expect(() => requireServed(answer(status, status))).toThrow("instead of processing the request");
  requireLimitReached(10, 10);
  expect(() => requireLimitReached(9, 10)).toThrow("below the limit of 10");
});

it("[ATTACK-4] has as many attacks as docs/security.md states", async () => {
  const text = await readFile(new URL("../../../../docs/security.md", import.meta.url), "utf8");
  const [, stated] = /attempts in (\d+) attacks/.exec(text) ?? [];
  expect(Number(stated)).toBe(allAttacks.length);
});

it("[ATTACK-4] reports an attack that slows down other users, or uses memory, beyond its limit", () => {
  const baseline = { calls: 100, failures: 0, p50Ms: 2, p99Ms: 20, memoryMb: 250, childMemoryMb: 0 };
  const line = (
    name: string,
    measured: Partial<typeof baseline> | null,
    maxP99Ms: number | null = null,
  ): AttackLine => ({
    name,
    maxP99Ms,
    outcome: { attempts: 1, accepted: 0 },
    measured: measured && { ...baseline, ...measured },
    missingEvents: [],
    error: null,
  });
  const lines = [
    line("fast", { p99Ms: 50, memoryMb: 550 }, 50),
    line("slow", { p99Ms: 50.1 }, 50),
    line("slow without a limit", { p99Ms: 500 }),
    line("large", { memoryMb: 551 }),
    line("large media processes", { childMemoryMb: 1_025 }),
    line("not measured", null, 50),
  ];
  expect(excessesOf(baseline, lines)).toEqual([
    "slow: p99 of other users is 50.1 ms, above 50 ms",
    "large: the server uses 551 MB, above 550 MB",
    "large media processes: media processes use 1025 MB, above 1024 MB",
  ]);
  expect(excessesOf({ ...baseline, memoryMb: null }, lines)).toHaveLength(2);
  expect(problemsOf(lines)).toEqual([]);
});

it("[ATTACK-4] [LOG-1] reports an attack that left no trace while it ran, although others have left one", async () => {
  const login: Attack = {
    name: "log in",
    leaves: ["login.failed"],
    async run(attacked) {
      await logInAs(attacked, { account: "nobody", password: "unknown", from: 1 });
      return { attempts: 1, accepted: 0 };
    },
  };
  const silent: Attack = { ...login, name: "be silent", run: async () => ({ attempts: 1, accepted: 0 }) };
  expect(problemsOf(await runAttacks(world, [login, silent], 1, 0))).toEqual([
    "be silent: the server has recorded no login.failed",
  ]);
});
