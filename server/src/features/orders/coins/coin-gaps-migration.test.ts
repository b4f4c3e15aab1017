import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "#platform/postgres/database.ts";
import { migrate } from "#platform/postgres/migrate.ts";
import { type EarlierDatabase, openEarlierDatabase } from "#test/database/earlier-database.ts";

let earlier: EarlierDatabase;
let owner: Database;
beforeAll(async () => {
  earlier = await openEarlierDatabase("0089");
  ({ owner } = earlier);
});
afterAll(async () => {
  await earlier.close();
});

/** Inserts a case in the form of earlier versions, which opened one per gap. */
const openOld = (gap: { epoch: string; from: number; to: number; closed?: boolean }) =>
  sql`
  INSERT INTO attention_case (case_id, kind, device_id, subject, detail, opened_at, closed_at)
  VALUES (gen_random_uuid(), 'coinsMissing', 'MC01', ${`MC01:${gap.epoch}:${gap.from}-${gap.to}`},
    ${JSON.stringify({ missingMinor: 1000, currency: "PHP", before: { seq: gap.from }, after: { seq: gap.to } })}::jsonb,
    '2026-11-21T04:00:00Z', ${gap.closed ? "2026-11-22T04:00:00Z" : null})`.execute(owner);

it("[CASH-3] [G-6] merges earlier cases of missing coins into one per chair, without gaps that coins have filled since", async () => {
  await sql`
    INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at)
    VALUES ('o1', 'One', 'Asia/Manila', 'PHP', now())`.execute(owner);
  await sql`INSERT INTO device (device_id, outlet_id, installed_at) VALUES ('MC01', 'o1', now())`.execute(
    owner,
  );
  await openOld({ epoch: "e:1", from: 1, to: 3 });
  await openOld({ epoch: "e:1", from: 3, to: 5 });
  await openOld({ epoch: "e2", from: 1, to: 4, closed: true });
  // A coin between these two has filled the gap and closed the case.
  await openOld({ epoch: "e3", from: 1, to: 3, closed: true });
  await sql`
    INSERT INTO chair_event (device_id, epoch, seq, type, occurred_at, time_doubted, payload, received_at)
    VALUES ('MC01', 'e3', 2, 'coin', now(), false, '{}', now())`.execute(owner);
  await migrate(earlier.connection);

  const gaps = await sql<{ gap: string }>`
    SELECT epoch || ' ' || before_seq || '-' || after_seq AS gap FROM coin_gap ORDER BY 1`.execute(owner);
  expect(gaps.rows.map(({ gap }) => gap)).toEqual(["e2 1-4", "e:1 1-3", "e:1 3-5"]);
  const open = await sql<{ subject: string; detail: unknown }>`
    SELECT subject, detail FROM attention_case WHERE closed_at IS NULL`.execute(owner);
  expect(open.rows).toEqual([
    {
      subject: "MC01",
      detail: {
        count: 2,
        missingMinor: 2000,
        currency: "PHP",
        newest: [
          { epoch: "e:1", beforeSeq: 3, afterSeq: 5, missingMinor: 1000 },
          { epoch: "e:1", beforeSeq: 1, afterSeq: 3, missingMinor: 1000 },
        ],
      },
    },
  ]);
});
