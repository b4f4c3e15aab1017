import pg from "pg";
import { layNetwork } from "#bench-network.ts";
import { startChild } from "#child-process.ts";
import { readCpuTime } from "#cpu-time.ts";
import { download, type Memory } from "./exports-download.ts";
import { layOrders } from "./exports-history.ts";
import { aSecond, type Figure, inMs, percentile, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";

const megabyte = 1_000_000;
/** What a process of this kind breathes by itself while its garbage is collected. */
const flatBytes = 64 * megabyte;
const chairs = 400;
const inMegabytes = (bytes: number): string => `${(bytes / megabyte).toFixed(0)} MB`;

/** A long order list as a file: how fast, and what the server holds in memory meanwhile. */
export async function runExportsBench({ orders }: { orders: number }): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  try {
    await owner.connect();
    const network = await layNetwork(owner, 1);
    const deviceIds = (await network.addChairs(chairs)).map(({ deviceId }) => deviceId);
    console.log(`writing ${orders} orders of ${chairs} chairs …`);
    await layOrders(owner, { orders, deviceIds });
    const token = network.tokens[0] as string;
    const target = { url: server.ready.url, memory: () => server.memory() };
    const path = (format: string, query = "") => `/web/api/v1/order/export?format=${format}${query}`;
    for (const format of ["csv", "xlsx"]) {
      // The code is compiled and the connection open by then.
      await download(target, { path: path(format, `&startDate=${daysAgo(60)}`), token });
      const floor = await readBare(server.ready.connection);
      const before = await readCpuTime(owner, server.pid);
      const file = await download(target, { path: path(format), token });
      const after = await readCpuTime(owner, server.pid);
      if (file.rows !== orders) throw new Error(`${file.rows} rows of ${orders}`);
      const perSecond = file.rows / file.seconds;
      const figures: Figure[] = [
        {
          name: "rows a second",
          value: aSecond(perSecond),
          beside: `bare cursor ${aSecond(floor)}`,
          ratio: `${((100 * perSecond) / floor).toFixed(0)} %`,
        },
        {
          name: "the whole file",
          value: `${file.seconds.toFixed(1)} s, ${inMegabytes(file.bytes)}`,
        },
        {
          name: "CPU time of it: server, database",
          value: `${inMs(after.serverMs - before.serverMs)}, ${inMs(after.databaseMs - before.databaseMs)}`,
        },
        { name: "until its first byte", value: inMs(file.firstByteMs) },
        ...memoryFigures(file.quarters),
        {
          name: "another call meanwhile, p50 and p99",
          value: `${inMs(percentile(file.othersMs, 0.5))}, ${inMs(percentile(file.othersMs, 0.99))}`,
        },
      ];
      printFigures(`${orders} orders as ${format.toUpperCase()}`, figures);
    }
  } finally {
    await owner.end().catch(() => {});
    await server.stop();
  }
}

function memoryFigures(quarters: readonly Memory[]): Figure[] {
  const each = (of: keyof Memory) => quarters.map((memory) => inMegabytes(memory[of])).join(", ");
  const [first = 0, ...others] = quarters.map(({ rss }) => rss);
  const growth = Math.max(0, ...others.map((rss) => rss - first));
  return [
    { name: "the server's memory, its peak in each quarter of the file", value: each("rss") },
    { name: "of it in the heap, what is to be thrown away included", value: each("heapUsed") },
    { name: "and beside the heap", value: each("external") },
    {
      name: "how far its peak is above that of the first quarter",
      value: inMegabytes(growth),
      goal: `≤ ${inMegabytes(flatBytes)}`,
      met: growth <= flatBytes,
    },
  ];
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Rows a second of the same query, read by a cursor in batches of the same size and thrown away. */
async function readBare(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("BEGIN READ ONLY");
    await client.query("SET LOCAL cursor_tuple_fraction = 1");
    await client.query(
      "DECLARE bare NO SCROLL CURSOR FOR SELECT o.*, outlet.name FROM orders o JOIN outlet USING (outlet_id) ORDER BY o.order_id DESC",
    );
    const began = performance.now();
    let rows = 0;
    for (let read = 1; read > 0; rows += read) read = (await client.query("FETCH 500 FROM bare")).rows.length;
    await client.query("COMMIT");
    return rows / ((performance.now() - began) / 1000);
  } finally {
    await client.end();
  }
}
