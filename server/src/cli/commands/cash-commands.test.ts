import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listOpenCases } from "#features/cases/index.ts";
import { runAudit } from "#features/audit/index.ts";
import {
  addChair,
  makePricedOutlet,
  sharedOrderApp,
  type OrderApp,
  type PricedOutlet,
} from "#test/app/order-app.ts";
import { processTerminal } from "#cli/terminal.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let world: OrderApp;
let outlet: PricedOutlet;
beforeAll(async () => {
  world = await sharedOrderApp("audited");
  outlet = await makePricedOutlet(world.owner);
});
afterAll(() => world.close());

async function reposo(...args: string[]) {
  return runPrinting(args, { env: { DATABASE_URL: databaseUrlOf(world.test.connection) } });
}

/** Creates a chair that reported coins of these amounts in a currency other than its outlet's. */
async function chairWithForeignCoins(...amounts: readonly (number | undefined)[]) {
  return chairOfEpoch(randomUUID(), amounts);
}

async function chairOfEpoch(epoch: string, amounts: readonly (number | undefined)[]) {
  const { deviceId } = await addChair(world, outlet);
  let seq = 0;
  for (const amount of amounts) {
    seq += 1;
    const coin = { type: "coin", runId: "run", seconds: 60, gear: 2, currency: "MYR" } as const;
    const event = { epoch, seq, at: world.clock.now().toISOString(), ...coin, ...(amount && { amount }) };
    await world.app.chairIntake.process(deviceId, () => ({ events: [event] }));
  }
  const { rows } = await sql<{ amount_minor: number; currency: string }>`
    SELECT amount_minor, currency FROM ledger_entry WHERE device_id = ${deviceId}`.execute(world.owner);
  expect(rows).toEqual([]);
  const coin = (number: number) => `${deviceId}:${epoch}:${number}`;
  const income = async () =>
    (
      await sql<{ minutes: number; amount: number; currency: string }>`
        SELECT o.minutes, l.amount_minor AS amount, l.currency FROM ledger_entry l JOIN orders o USING (order_id)
        WHERE l.device_id = ${deviceId} ORDER BY l.entry_id`.execute(world.owner)
    ).rows;
  const cases = async () => (await listOpenCases(world.database)).filter((one) => one.deviceId === deviceId);
  return { deviceId, coin, income, cases };
}

it("[CASH-3] [WHO-3] lists quarantined coins, books accepted ones, and omits rejected ones", async () => {
  const chair = await chairWithForeignCoins(1_000, 500);
  const listed = await reposo("cash", "list");
  expect(listed.out).toContain(`${chair.coin(1)}  `);
  expect(listed.out).toContain("RM 10.00");
  expect(listed.out).toContain("not the outlet's currency");
  expect(await chair.cases()).toHaveLength(1);

  expect(await reposo("cash", "accept", chair.coin(1), "--note", "a guest's coin")).toEqual({
    code: 0,
    out: `${chair.coin(1)} accepted (RM 10.00).`,
  });
  expect(await chair.income()).toEqual([{ minutes: 1, amount: 1_000, currency: "MYR" }]);
  expect(await chair.cases()).toHaveLength(1);
  expect(await reposo("cash", "reject", chair.coin(2), "--reason", "a washer")).toEqual({
    code: 0,
    out: `${chair.coin(2)} rejected (RM 5.00).`,
  });
  expect(await chair.income()).toHaveLength(1);
  expect(await chair.cases()).toEqual([]);

  expect(await reposo("cash", "accept", chair.coin(2))).toEqual({
    code: 1,
    out: `Coin ${chair.coin(2)} was already rejected.`,
  });
  expect((await reposo("cash", "list", "--all")).out).toContain("rejected");
  const auditTrail = await sql<{ action: string }>`
    SELECT action FROM audit_entry WHERE starts_with(subject, ${`coin:${chair.deviceId}:`}) ORDER BY audit_id`.execute(
    world.owner,
  );
  expect(auditTrail.rows.map((row) => row.action)).toEqual(["coin.accepted", "coin.rejected"]);
  expect(await runAudit(world.database)).toEqual([]);
});

it("[CASH-3] accepts every waiting coin of a chair with one command", async () => {
  const chair = await chairWithForeignCoins(1_000, 500, 200);
  expect((await reposo("cash", "accept", "--device", ` ${chair.deviceId.toLowerCase()}`)).code).toBe(0);
  expect(await chair.income()).toHaveLength(3);
  expect(await reposo("cash", "accept", "--device", chair.deviceId)).toEqual({
    code: 0,
    out: `No coins of ${chair.deviceId} are waiting.`,
  });
  expect(await runAudit(world.database)).toEqual([]);
});

it("[CASH-3] rejects invalid decisions, and changes nothing", async () => {
  const chair = await chairWithForeignCoins(undefined);
  expect(await reposo("cash", "accept", chair.coin(1))).toMatchObject({
    code: 1,
    out: expect.stringContaining("can only be rejected"),
  });
  expect((await reposo("cash", "accept", chair.coin(9).toLowerCase())).out).toBe(
    `There is no coin ${chair.coin(9)} that was held back.`,
  );
  expect((await reposo("cash", "accept", "nonsense")).code).toBe(2);
  const unsafe = `${chair.deviceId}:e1:${2n ** 53n + 1n}`;
  expect(await reposo("cash", "accept", unsafe)).toEqual({
    code: 2,
    out: `"${unsafe}" is not a coin as "cash list" prints it (DEVICE:EPOCH:NUMBER).`,
  });
  expect((await reposo("cash", "accept")).code).toBe(2);
  expect((await reposo("cash", "reject", chair.coin(1), "--reason", "  ")).code).toBe(2);
  expect(await chair.income()).toEqual([]);
  expect((await reposo("cash", "reject", chair.coin(1), "--reason", "no amount")).code).toBe(0);
});

it("[CASH-3] decides about all coins of a chair except those that cannot be decided, and lists these", async () => {
  const chair = await chairWithForeignCoins(1_000, undefined, 500);
  expect(await reposo("cash", "accept", "--device", chair.deviceId)).toEqual({
    code: 1,
    out: [
      `${chair.coin(1)} accepted (RM 10.00).`,
      `The chair did not report what coin ${chair.coin(2)} was worth; it can only be rejected.`,
      `${chair.coin(3)} accepted (RM 5.00).`,
      "1 of 3 coins were not accepted.",
    ].join("\n"),
  });
  expect(await chair.income()).toHaveLength(2);
  expect((await reposo("cash", "reject", "--device", chair.deviceId, "--reason", "no amount")).code).toBe(0);
  expect(await chair.cases()).toEqual([]);
});

it("[CASH-3] accepts a coin as listed, with escape sequences instead of control characters in its epoch", async () => {
  const chair = await chairOfEpoch("e\u202e:\u001b[2K\n1", [1_000]);
  const stdout = new PassThrough();
  const streams = { stdin: process.stdin, stdout, stderr: stdout, env: {} };
  processTerminal(streams as unknown as NodeJS.Process).out(chair.coin(1));
  stdout.end();
  const printed = (await text(stdout)).slice(0, -1);
  expect(printed).toBe(`${chair.deviceId}:e\\u202e:\\u001b[2K\n1:1`);
  expect((await reposo("cash", "accept", printed)).code).toBe(0);
  expect(await chair.income()).toEqual([{ minutes: 1, amount: 1_000, currency: "MYR" }]);
});

it("[CASH-3] sets the plausible number of coins per minute", async () => {
  expect(await reposo("cash", "limit", outlet.priceGroupId, "2")).toEqual({
    code: 0,
    out: `The limit for each chair of ${outlet.priceGroupId} is now 2 coins a minute.`,
  });
  expect((await reposo("cash", "limit", outlet.priceGroupId, "601")).code).toBe(2);
  expect((await reposo("cash", "limit", "nowhere", "2")).code).toBe(1);
});
