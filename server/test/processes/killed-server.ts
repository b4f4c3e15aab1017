import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Endpoint, Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import type pg from "pg";
import { cleanEnvironment } from "./clean-environment.ts";
import { withoutVideos } from "#test/app/relaxed-limits.ts";
import { findQuietPort, isFreePortLost } from "#test/network/quiet-port.ts";
import { makeTestFolder } from "#test/test-folder.ts";

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the process has exited. */
  readonly exited: Promise<ProcessEnd>;
  /** Everything that the process has written to its standard error, including its log. */
  output(): string;
  kill(): Promise<void>;
}

/** A process that has loaded its code and waits for the command to start its server. */
export interface WaitingServer {
  start(): Promise<RunningServer>;
}

/** Thrown if the server was killed at its fail point before it was ready. */
export class CrashedAtStart extends Error {}

export interface KilledServers {
  readonly mqttUrl: string;
  /** Starts a whole server as a separate process, which is killed at `failPoint` if it is given. */
  start(failPoint?: string): Promise<RunningServer>;
  /** Starts a server in two steps, because loading its code takes most of the time. */
  prepare(failPoint?: string): WaitingServer;
  /** Kills the processes that a failed test left running, because they lock the data folder. */
  killAll(): Promise<void>;
  close(): Promise<void>;
}

/** `application_name` of the database connections of these servers. */
export const killedServerName = "killed-server";

/** Prepares servers that run one after another on one database, one data folder, and one broker port. */
export async function openKilledServers(
  connection: pg.PoolConfig,
  env: Readonly<Record<string, string>> = {},
): Promise<KilledServers> {
  const folder = await makeTestFolder("kill");
  const mqttPort = await findQuietPort();
  const children = new Set<ChildProcess>();
  const { user, host, database } = connection;

  function prepare(failPoint?: string): WaitingServer {
    const child = spawn(process.execPath, [join(import.meta.dirname, "order-process.ts")], {
      env: {
        ...cleanEnvironment(),
        PORT: "0",
        MQTT_PORT: String(mqttPort),
        DATA_DIR: join(folder, "data"),
        DATABASE_URL: `postgres:///${database}?user=${user}&host=${encodeURIComponent(host as string)}&application_name=${killedServerName}`,
        START_DEADLINE_SECONDS: "3",
        START_GRACE_SECONDS: "1",
        TRANSFER_MINUTES: "0",
        PAYMENT_SIMULATED: "on",
        PAYMENT_SIMULATED_CONFIRMED: "on",
        LOG_LEVEL: "fatal",
        ...withoutVideos,
        ...env,
        ...(failPoint === undefined ? {} : { REPOSO_FAIL_POINT: failPoint }),
      },
      stdio: ["pipe", "pipe", "pipe"],
    });
    children.add(child);
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => {
      output += String(chunk);
    });
    const exited = once(child, "exit").then(([code, signal]) => {
      children.delete(child);
      return { code, signal };
    });
    const closed = once(child, "close");
    const ready = once(child.stdout, "data") as Promise<[Buffer]>;
    return {
      async start() {
        child.stdin.write("begin\n");
        const first = await Promise.race([ready, exited]);
        if (!Array.isArray(first)) {
          if (first.signal === "SIGKILL") throw new CrashedAtStart(failPoint);
          await closed;
          if (isFreePortLost(output)) return prepare(failPoint).start();
          throw new Error(`the server did not start: ${output}`);
        }
        const { url } = JSON.parse(String(first[0])) as { url: string };
        return {
          url,
          pid: child.pid as number,
          exited,
          output: () => output,
          async kill() {
            child.kill("SIGKILL");
            await exited;
          },
        };
      },
    };
  }

  async function killAll(): Promise<void> {
    const ends = [...children].map((child) => once(child, "exit"));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(ends);
  }

  return {
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    prepare,
    start: (failPoint) => prepare(failPoint).start(),
    killAll,
    async close() {
      // Running processes may still write to the folder.
      await killAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes one call over the network; returns null if the server was killed during the call. */
export async function callUrl<E extends Endpoint>(
  url: string,
  endpoint: E,
  request: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Envelope<ReplyOf<E>> | null> {
  try {
    const response = await fetch(`${url}/api${endpoint.path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(request),
    });
    return (await response.json()) as Envelope<ReplyOf<E>>;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
