import type pg from "pg";
import { cpuPerItem, readCpuTime } from "#cpu-time.ts";

const batchRows = 1_000;
const clientName = "bench-minimal";

/**
 * Measures the minimum cost of a coin in this database: a batched insert, by the product's driver, of a row like a
 * coin's event and a row like its ledger entry.
 * @returns the coins per second, and the CPU time per coin of this process and the database in milliseconds
 */
export async function measureMinimalInserts(
  client: pg.Client,
  coins: number,
): Promise<{ readonly perSecond: number; readonly cpuMs: number }> {
  await client.query(`
    CREATE TABLE bench_event (device_id text, epoch text, seq bigint, type text, occurred_at timestamptz, payload jsonb,
      PRIMARY KEY (device_id, epoch, seq));
    CREATE TABLE bench_entry (entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, device_id text, source_id text UNIQUE,
      amount_minor bigint, occurred_at timestamptz)`);
  const at = new Date().toISOString();
  const event = {
    type: "coin",
    runId: "a run of the chair",
    amount: 1000,
    currency: "PHP",
    seconds: 60,
    gear: 1,
  };
  // This process inserts the rows itself, so its CPU time is measured in place of the server's.
  const cpu = { applicationName: clientName, serverPid: process.pid };
  await client.query(`SET application_name = '${clientName}'`);
  const before = await readCpuTime(client, cpu);
  const startMs = performance.now();
  for (let done = 0; done < coins; done += batchRows) {
    const rows = Array.from({ length: Math.min(batchRows, coins - done) }, (_, index) => done + index);
    const devices = rows.map((row) => `B${String(row % 1000).padStart(7, "0")}`);
    await client.query("BEGIN");
    await client.query({
      name: "bench-event",
      text: `INSERT INTO bench_event SELECT device_id, 'e1', seq, 'coin', $3, payload
        FROM unnest($1::text[], $2::bigint[], $4::jsonb[]) AS e (device_id, seq, payload)
        ON CONFLICT (device_id, epoch, seq) DO NOTHING`,
      values: [devices, rows, at, rows.map((seq) => JSON.stringify({ ...event, seq, at }))],
    });
    await client.query({
      name: "bench-entry",
      text: `INSERT INTO bench_entry (device_id, source_id, amount_minor, occurred_at)
        SELECT device_id, device_id || ':e1:' || seq, 1000, $3 FROM unnest($1::text[], $2::bigint[]) AS e (device_id, seq)
        ON CONFLICT (source_id) DO NOTHING`,
      values: [devices, rows, at],
    });
    await client.query("COMMIT");
  }
  const perSecond = (coins * 1000) / (performance.now() - startMs);
  const { serverMs, databaseMs } = cpuPerItem(before, await readCpuTime(client, cpu), coins);
  return { perSecond, cpuMs: serverMs + databaseMs };
}
