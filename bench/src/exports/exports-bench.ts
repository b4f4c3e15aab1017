import pg from "pg";
import { insertNetwork } from "#bench-network.ts";
import { startChild } from "#child-process.ts";
import { readCpuTime } from "#cpu-time.ts";
import { download, type Memory } from "./exports-download.ts";
import { insertOrders } from "./exports-history.ts";
import { formatRate, type Figure, inMs, inPercent, percentile, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";

const megabyte = 1_000_000;
/** Target for the increase of memory. Garbage collection makes memory fluctuate, so a smaller increase is ignored. */
const maxGrowthBytes = 64 * megabyte;
const chairs = 400;
const inMegabytes = (bytes: number): string => `${(bytes / megabyte).toFixed(0)} MB`;

/**
 * Measures the speed of exporting a long order list, and the memory of the server during the export. Prints the figures
 * for each format.
 * @throws Error if a file does not contain all orders
 */
export async function runExportsBench({ orders }: { orders: number }): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  try {
    await owner.connect();
    const network = await insertNetwork(owner, 1);
    const deviceIds = (await network.addChairs(chairs)).map(({ deviceId }) => deviceId);
    console.log(`writing ${orders} orders of ${chairs} chairs …`);
    await insertOrders(owner, { orders, deviceIds });
    const token = network.tokens[0] as string;
    const target = { url: server.ready.url, memory: () => server.memory() };
    const path = (format: string, query = "") => `/web/api/v1/order/export?format=${format}${query}`;
    for (const format of ["csv", "xlsx"]) {
      // A first, short download warms up the code, and is not measured.
      await download(target, { path: path(format, `&startDate=${daysAgo(60)}`), token });
      const byCursor = await readByCursor(server.ready.connection);
      const before = await readCpuTime(owner, server.pid);
      const file = await download(target, { path: path(format), token });
      const after = await readCpuTime(owner, server.pid);
      if (file.rows !== orders) throw new Error(`${file.rows} rows of ${orders}`);
      const perSecond = file.rows / file.seconds;
      const figures: Figure[] = [
        {
          name: "rows per second",
          value: formatRate(perSecond),
          comparison: `minimal cursor ${formatRate(byCursor)}`,
          ratio: inPercent(perSecond / byCursor),
        },
        {
          name: "the whole file",
          value: `${file.seconds.toFixed(1)} s, ${inMegabytes(file.bytes)}`,
        },
        {
          name: "CPU time: server, database",
          value: `${inMs(after.serverMs - before.serverMs)}, ${inMs(after.databaseMs - before.databaseMs)}`,
        },
        { name: "time to first byte", value: inMs(file.firstByteMs) },
        ...memoryFigures(file.quarters),
        {
          name: "concurrent request, p50 and p99",
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
    { name: "peak memory of the server in each quarter of the file", value: each("rss") },
    { name: "heap of the server, including garbage", value: each("heapUsed") },
    { name: "memory outside the heap", value: each("external") },
    {
      name: "increase of the peak over the first quarter",
      value: inMegabytes(growth),
      goal: `≤ ${inMegabytes(maxGrowthBytes)}`,
      met: growth <= maxGrowthBytes,
    },
  ];
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Returns the rows per second of a cursor that reads the same orders in batches of 500 and discards them. */
async function readByCursor(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("BEGIN READ ONLY");
    // Like the product, makes PostgreSQL plan the cursor for reading all rows.
    await client.query("SET LOCAL cursor_tuple_fraction = 1");
    await client.query(
      "DECLARE rows_by_cursor NO SCROLL CURSOR FOR SELECT o.*, outlet.name FROM orders o JOIN outlet USING (outlet_id) ORDER BY o.order_id DESC",
    );
    const startMs = performance.now();
    let rows = 0;
    for (let read = 1; read > 0; rows += read)
      read = (await client.query("FETCH 500 FROM rows_by_cursor")).rows.length;
    await client.query("COMMIT");
    return rows / ((performance.now() - startMs) / 1000);
  } finally {
    await client.end();
  }
}
