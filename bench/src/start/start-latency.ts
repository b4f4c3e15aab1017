import type { Socket } from "node:net";
import mqtt from "mqtt";
import type pg from "pg";
import type { BenchChair } from "#bench-network.ts";
import type { ServerReady } from "#server-process.ts";
import type { createStarter } from "./start-request.ts";

export interface LatencySamples {
  /** Milliseconds from sending the request to the notification that `running` was committed. */
  readonly running: number[];
  /** Milliseconds from sending the request to its response, when the order is paid and in the ledger. */
  readonly answered: number[];
  /** Milliseconds of two consecutive minimal commits. */
  readonly commit: number[];
  /** Milliseconds of an echo, which takes two hops. */
  readonly hop: number[];
}

/**
 * Measures starts one after another, each on a separate chair. After each start it measures the baseline: two minimal
 * commits in the same database, and one echo over the same broker, which takes two hops (publisher → echo → publisher).
 * The samples exclude the first `warmUps` starts. The caller must remove the trigger of `watchRunning` by
 * `stopWatching`.
 * @throws Error if a start is refused
 */
export async function measureStartLatency(options: {
  server: ServerReady;
  observer: pg.Client;
  minimal: pg.Client;
  starter: ReturnType<typeof createStarter>;
  token: string;
  priceId: string;
  chairs: readonly BenchChair[];
  echo: BenchChair;
  warmUps: number;
}): Promise<LatencySamples> {
  const { server, observer, minimal, starter, token, priceId, chairs, echo, warmUps } = options;
  const waiting = new Map<string, (at: number) => void>();
  // An order can be running before the response with its ID arrives.
  const early = new Map<string, number>();
  await watchRunning(observer, (orderId) => {
    const resolve = waiting.get(orderId);
    if (resolve) resolve(performance.now());
    else early.set(orderId, performance.now());
  });
  const runs = (orderId: string) =>
    new Promise<number>((resolve) => {
      const at = early.get(orderId);
      if (at === undefined) waiting.set(orderId, resolve);
      else resolve(at);
    });
  await minimal.query("CREATE TABLE bench_commit (id bigint GENERATED ALWAYS AS IDENTITY, note text)");
  const hop = await openEcho(server, echo.deviceId);

  const samples: LatencySamples = { running: [], answered: [], commit: [], hop: [] };
  for (const [i, { deviceId }] of chairs.entries()) {
    const sent = performance.now();
    const { code, orderId } = await starter.start({ token, deviceId, priceId });
    const answered = performance.now();
    if (orderId === null) throw new Error(`a start was refused with code ${code}`);
    const ran = await runs(orderId);
    // Wait until the server has processed the chair's messages about its run, so that they do not affect the baseline.
    await new Promise((resolve) => setTimeout(resolve, 25));
    const commits = [await timed(() => commitOneRow(minimal)), await timed(() => commitOneRow(minimal))];
    const hops = await timed(hop.echo);
    if (i < warmUps) continue;
    samples.running.push(ran - sent);
    samples.answered.push(answered - sent);
    samples.commit.push((commits[0] ?? 0) + (commits[1] ?? 0));
    samples.hop.push(hops);
  }
  await hop.close();
  return samples;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

const commitOneRow = async (client: pg.Client): Promise<void> => {
  await client.query("BEGIN");
  await client.query("INSERT INTO bench_commit (note) VALUES ('x')");
  await client.query("COMMIT");
};

/**
 * Creates a trigger that notifies the observer of each order whose status `running` is committed, so that the
 * measurement needs no polling.
 */
export async function watchRunning(observer: pg.Client, onRunning: (orderId: string) => void): Promise<void> {
  await observer.query(`
    CREATE FUNCTION bench_notify() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_notify('bench_running', NEW.order_id::text); RETURN NULL; END $$`);
  await observer.query(`
    CREATE TRIGGER bench_notify AFTER INSERT ON order_transition
    FOR EACH ROW WHEN (NEW.to_status = 'running') EXECUTE FUNCTION bench_notify()`);
  observer.on("notification", ({ payload }) => onRunning(payload ?? ""));
  await observer.query("LISTEN bench_running");
}

/**
 * Removes the trigger of `watchRunning`. PostgreSQL serialises commits with notifications, which would limit throughput
 * in later measurements.
 */
export async function stopWatching(observer: pg.Client): Promise<void> {
  await observer.query("UNLISTEN bench_running");
  await observer.query("DROP TRIGGER bench_notify ON order_transition");
}

/** Connects a client that sends a message to the echoing chair and waits for its reply. */
async function openEcho(server: ServerReady, deviceId: string) {
  const client = await mqtt.connectAsync(server.mqttUrl, {
    clientId: "server-bench",
    username: "reposo-server",
    password: server.brokerSecret,
    protocolVersion: 4,
  });
  // Nagle's algorithm would delay the small messages.
  (client.stream as Socket).setNoDelay(true);
  let onEcho = () => {};
  client.on("message", () => onEcho());
  await client.subscribeAsync(`chairs/${deviceId}/reply`, { qos: 1 });
  return {
    echo: () =>
      new Promise<void>((resolve) => {
        onEcho = resolve;
        client.publish(`chairs/${deviceId}/command`, "x", { qos: 1 });
      }),
    close: () => client.endAsync(),
  };
}
