import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const timeoutMs = 120_000;

/**
 * Resolves when the database contains the given number of chairs as online, and no external effect and no reply of a chair is pending,
 * so that newly connected chairs do not affect a measurement.
 * @throws Error after two minutes
 */
export const chairsSettled = (owner: pg.Client, chairs: number): Promise<void> =>
  until(`${chairs} chairs to be online without pending messages`, async () => {
    const { rows } = await owner.query<{ isSettled: boolean }>(
      `SELECT (SELECT count(*) FROM device WHERE online) >= $1
         AND NOT EXISTS (SELECT FROM outbox)
         AND NOT EXISTS (SELECT FROM chair_command WHERE replied_at IS NULL) AS "isSettled"`,
      [chairs],
    );
    return rows[0]?.isSettled === true;
  });

/** Polls until the condition holds. @throws Error after two minutes */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + timeoutMs; !(await holds()); await sleep(100))
    if (performance.now() > deadline) throw new Error(`waited ${timeoutMs / 1000} s for ${what}`);
}
