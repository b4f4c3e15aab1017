import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startEmbeddedBroker } from "@reposo/server/platform/mqtt/embedded-broker.ts";
import { silentLog } from "@reposo/server/platform/logging/log.ts";
import pg from "pg";
import { serveParent } from "#child-process.ts";

export interface PeerTask {
  readonly connection: pg.PoolConfig;
  readonly connections: number;
  /** Application name of the database connections. */
  readonly applicationName: string;
}

export interface PeerReady {
  readonly url: string;
  readonly mqttUrl: string;
}

/**
 * Runs the peer, a minimal server with which the product is compared. The peer executes the minimal transaction within
 * the message sequence of a start: for each HTTP request, it commits the transaction, sends a command to a chair, and
 * stores the chair's reply by one more committed update. It has no authentication, validation, or recovery.
 */
serveParent<PeerTask>(async ({ connection, connections, applicationName }) => {
  const pool = new pg.Pool({ ...connection, application_name: applicationName, max: connections });
  pool.on("error", () => {});
  await pool.query(`
    CREATE TABLE bench_order (order_id uuid PRIMARY KEY, device_id text NOT NULL, status text NOT NULL,
      amount_minor bigint NOT NULL, ordered_at timestamptz NOT NULL);
    CREATE TABLE bench_entry (entry_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      order_id uuid NOT NULL REFERENCES bench_order, device_id text NOT NULL, amount_minor bigint NOT NULL);
    CREATE TABLE bench_rollup (device_id text, starts_at timestamptz, cash_minor bigint NOT NULL,
      PRIMARY KEY (device_id, starts_at)) WITH (fillfactor = 80)`);
  const broker = await startEmbeddedBroker({
    host: "127.0.0.1",
    port: 0,
    serverSecret: "unused",
    authenticateDevice: async () => true,
    log: silentLog,
  });
  broker.local.subscribe({
    topics: ["chairs/+/reply"],
    whenCapacity: (_topic, proceed) => proceed(),
    onMessage: (_topic, payload) => void confirm(payload.toString()),
  });
  const confirm = (orderId: string) =>
    pool.query({
      name: "peer-running",
      text: "UPDATE bench_order SET status = 'running' WHERE order_id = $1",
      values: [orderId],
    });

  const http = createServer((request, response) => {
    void (async () => {
      const { deviceId } = JSON.parse(await bodyOf(request)) as { deviceId: string };
      const orderId = await writeMinimalTransaction(pool, deviceId);
      broker.local.publish(`chairs/${deviceId}/command`, Buffer.from(orderId));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ code: 200, data: { orderId } }));
    })();
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    ready: { url: `http://127.0.0.1:${port}`, mqttUrl: broker.url } satisfies PeerReady,
    async stop() {
      http.closeAllConnections();
      http.close();
      await broker.close();
      await pool.end();
    },
  };
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Executes the minimal transaction: one row like an order, one like a ledger entry, and one roll-up cell.
 * @returns the ID of the order
 */
async function writeMinimalTransaction(pool: pg.Pool, deviceId: string): Promise<string> {
  const orderId = randomUUID();
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    await connection.query(
      "INSERT INTO bench_order (order_id, device_id, status, amount_minor, ordered_at) VALUES ($1, $2, 'paid', 2000, now())",
      [orderId, deviceId],
    );
    await connection.query(
      "INSERT INTO bench_entry (order_id, device_id, amount_minor) VALUES ($1, $2, 2000)",
      [orderId, deviceId],
    );
    await connection.query(
      `INSERT INTO bench_rollup AS r (device_id, starts_at, cash_minor) VALUES ($1, date_trunc('hour', now()), 2000)
       ON CONFLICT (device_id, starts_at) DO UPDATE SET cash_minor = r.cash_minor + excluded.cash_minor`,
      [deviceId],
    );
    await connection.query("COMMIT");
    return orderId;
  } finally {
    connection.release();
  }
}
