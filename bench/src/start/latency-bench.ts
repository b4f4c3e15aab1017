import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import mqtt from "mqtt";
import pg from "pg";
import { insertNetwork } from "#bench-network.ts";
import type { ChairsTask } from "#chairs/chairs-process.ts";
import { chairsSettled } from "#chairs/chairs-settled.ts";
import { startChild } from "#child-process.ts";
import { type Figure, inMs, median, percentile, printFigures } from "#figures.ts";
import type { ServerReady } from "#server-process.ts";
import { createStarter } from "./start-request.ts";

const warmUps = 50;
/** Target for the median, as a multiple of the floor. */
const maxRatio = 5;
/** Time after a start in which the server processes the chair's messages, so that they do not affect the floor. */
const pauseMs = 25;

/**
 * Measures starts one after another, each on a separate chair, from the request until the state `running` is committed,
 * which the database notifies. After each start it measures the floor: two minimal commits in the same database, and an
 * echo over the same broker, which takes two hops.
 */
export async function runLatencyBench({ starts }: { readonly starts: number }): Promise<void> {
  const server = await startChild<ServerReady>("server-process.ts", { settings: {} });
  const owner = new pg.Client(server.ready.connection);
  // After a failure, the database stops before its clients disconnect. Connection errors must not hide the failure.
  owner.on("error", () => {});
  const starter = createStarter(server.ready.url);
  try {
    await owner.connect();
    const { priceId, tokens, addChairs } = await insertNetwork(owner, 1);
    const [token = ""] = tokens;
    const chairs = await addChairs(warmUps + starts);
    const [echo] = await addChairs(1);
    if (echo === undefined) throw new Error("the network has no chair for the echo");
    const task: ChairsTask = { mqttUrl: server.ready.mqttUrl, speed: 1, chairs, echoes: [echo] };
    const connected = await startChild("chairs/chairs-process.ts", task);
    await chairsSettled(owner, chairs.length);
    const running = await watchRunning(owner);
    await owner.query("CREATE TABLE bench_commit (id bigint GENERATED ALWAYS AS IDENTITY, note text)");
    const hops = await openEcho(server.ready, echo.deviceId);

    const samples: { running: number; answered: number; commits: number; hops: number }[] = [];
    for (const { deviceId } of chairs) {
      const sent = performance.now();
      const { code, orderId } = await starter.start({ token, deviceId, priceId });
      const answered = performance.now();
      if (orderId === null) throw new Error(`a start was refused with code ${code}`);
      const ran = await running(orderId);
      await sleep(pauseMs);
      samples.push({
        running: ran - sent,
        answered: answered - sent,
        commits: (await timed(() => commitRow(owner))) + (await timed(() => commitRow(owner))),
        hops: await timed(hops.echo),
      });
    }
    await hops.close();
    await connected.stop();
    printFigures(`Latency of ${starts} consecutive starts`, latencyFigures(samples.slice(warmUps)));
  } finally {
    starter.close();
    await owner.end().catch(() => {});
    await server.stop();
  }
}

function latencyFigures(
  samples: readonly { running: number; answered: number; commits: number; hops: number }[],
): Figure[] {
  const row = (p: number, name: string): Figure => {
    const value = percentile(
      samples.map(({ running }) => running),
      p,
    );
    const floor = percentile(
      samples.map(({ commits, hops }) => commits + hops),
      p,
    );
    return {
      name: `request → chair replied → running committed, ${name}`,
      value: inMs(value),
      comparison: `floor ${inMs(floor)}`,
      ratio: `${(value / floor).toFixed(1)}×`,
      ...(p === 0.5 && { goal: `≤ ${maxRatio}×`, met: value <= maxRatio * floor }),
    };
  };
  const part = (name: string, of: "answered" | "commits" | "hops"): Figure => ({
    name: `${name}, p50`,
    value: inMs(median(samples.map((sample) => sample[of]))),
  });
  return [
    row(0.5, "p50"),
    row(0.99, "p99"),
    part("request → response", "answered"),
    part("two minimal commits", "commits"),
    part("two broker hops", "hops"),
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

async function commitRow(client: pg.Client): Promise<void> {
  await client.query("BEGIN");
  await client.query("INSERT INTO bench_commit (note) VALUES ('x')");
  await client.query("COMMIT");
}

/**
 * Creates a trigger that notifies the client of each order whose status `running` is committed, so that the measurement
 * needs no polling. The returned function resolves with the time at which an order was running.
 */
async function watchRunning(client: pg.Client): Promise<(orderId: string) => Promise<number>> {
  // An order can be running before the response with its ID arrives.
  const known = new Map<string, PromiseWithResolvers<number>>();
  const entryOf = (orderId: string) => {
    const entry = known.get(orderId) ?? Promise.withResolvers<number>();
    known.set(orderId, entry);
    return entry;
  };
  await client.query(`
    CREATE FUNCTION bench_notify() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_notify('bench_running', NEW.order_id::text); RETURN NULL; END $$;
    CREATE TRIGGER bench_notify AFTER INSERT ON order_transition
    FOR EACH ROW WHEN (NEW.to_status = 'running') EXECUTE FUNCTION bench_notify()`);
  client.on("notification", ({ payload = "" }) => entryOf(payload).resolve(performance.now()));
  await client.query("LISTEN bench_running");
  return (orderId) => entryOf(orderId).promise;
}

/** Connects a client that sends a message to the echoing chair and waits for its reply. */
async function openEcho({ mqttUrl, brokerSecret }: ServerReady, deviceId: string) {
  const client = await mqtt.connectAsync(mqttUrl, {
    clientId: "server-bench",
    username: "reposo-server",
    password: brokerSecret,
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
