import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { openSilentLink } from "#test/network/silent-link.ts";
import { callUrl, openKilledServers } from "#test/processes/killed-server.ts";
import { placeStarts } from "./fault-starts.ts";
import { type FaultWorld, until } from "./fault-world.ts";
import type { Fault } from "./run-fault.ts";

const ratesPerSecond = [9, 35];
const maxRecoveryMs = 15_000;
/** The server counts as recovered when all calls of this time were answered. */
const steadyMs = 2_000;

/**
 * The connections of a further server to its database go silent, without being closed, while calls with a token arrive at
 * a constant rate. The server has no broker, so it takes no part in the starts.
 */
export const silentPeer: Fault = {
  name: "silent-peer",
  broker: "embedded",
  async strike(world) {
    for (const rate of ratesPerSecond) await silence(world, rate);
    return placeStarts(world, 500);
  },
};

async function silence({ test, findings, outlet }: FaultWorld, rate: number): Promise<void> {
  const { host, user, database } = test.connection;
  const link = await openSilentLink({ path: join(String(host), ".s.PGSQL.5432") });
  const servers = await openKilledServers(test.connection, {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${link.port}/${database}`,
    MQTT_URL: "mqtt://none:none@127.0.0.1:1",
    CALLS_PER_MINUTE_ADDRESS: "1000000",
  });
  try {
    const { url } = await servers.start();
    const { token } = await makeManager(test.owner, { outletIds: [outlet.outletId] });
    const databaseState = async () => {
      const response = await fetch(`${url}/api/health/ready`);
      return ((await response.json()) as { database: string }).database;
    };
    if (!(await until(async () => (await databaseState()) === "up", 20_000)))
      findings.push("the server with a link to its database does not become ready");
    const calls: { sentAtMs: number; endedAtMs: number; code: number | null }[] = [];
    let isOver = false;
    const call = async () => {
      const one = {
        sentAtMs: performance.now(),
        endedAtMs: Number.POSITIVE_INFINITY,
        code: null as number | null,
      };
      calls.push(one);
      one.code = (await callUrl(url, loginInfo, {}, { "access-token": token }))?.code ?? null;
      one.endedAtMs = performance.now();
    };
    const calling: Promise<void>[] = [];
    const load = (async () => {
      while (!isOver) {
        calling.push(call());
        await delay(1_000 / rate);
      }
    })();
    await delay(3_000);
    const failedBefore = calls.filter(({ code }) => code !== null && code !== 200).length;
    const silentAtMs = performance.now();
    link.silenceOpen();
    const noticed = await until(async () => (await databaseState()) !== "up", maxRecoveryMs);
    const noticedMs = performance.now() - silentAtMs;
    const isSteady = () => {
      const now = performance.now();
      const recent = calls.filter(({ sentAtMs }) => sentAtMs > now - steadyMs && sentAtMs < now - 1_000);
      return recent.length > 0 && recent.every(({ code }) => code === 200);
    };
    const recovered = await until(
      async () => isSteady() && (await databaseState()) === "up",
      maxRecoveryMs + steadyMs,
    );
    const recoveredMs = performance.now() - silentAtMs - steadyMs;
    isOver = true;
    await load;
    await Promise.all(calling);
    const longestMs = Math.max(...calls.map(({ sentAtMs, endedAtMs }) => endedAtMs - sentAtMs));
    const failed = calls.filter(({ code }) => code !== 200).length;
    console.log(
      `silent-peer at ${rate} calls/s: not ready after ${Math.round(noticedMs)} ms, recovered after ` +
        `${Math.round(recoveredMs)} ms; ${calls.length} calls, ${failed} refused, longest ${Math.round(longestMs)} ms`,
    );
    if (failedBefore > 0) findings.push(`${failedBefore} calls failed before the silence`);
    if (!noticed) findings.push(`at ${rate} calls/s, a server with a silent database says that it is ready`);
    if (!recovered) findings.push(`at ${rate} calls/s, the server has not recovered in ${maxRecoveryMs} ms`);
  } finally {
    await link.close();
    await servers.close();
  }
}
