import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { createAttackClient } from "./attack-client.ts";

/** Input of the thread, which makes calls as a customer and a manager and reads the server's memory on request. */
export interface Probe {
  readonly url: string;
  readonly pid: number;
  readonly deviceId: string;
  readonly customerToken: string;
  readonly managerToken: string;
}

/** Begins a measurement for at least a duration, or lets the current one end. */
export type ProbeRequest = { readonly minDurationMs: number } | "done";

export interface ProbeResult {
  readonly durations: number[];
  readonly failures: number;
  readonly memoryMb: number | null;
  readonly childMemoryMb: number | null;
}

/** Number of the thread's own address, so that no attacker's limit applies; the thread calls below the limit. */
const from = 60_000;
const pauseMs = 55;

const { url, pid, deviceId, customerToken, managerToken } = workerData as Probe;

/** Returns the resident memory of a process; 0 if it has ended. */
async function residentMb(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** Returns the resident memory of all processes that a process has started, and of those that they have started. */
async function childrenMb(parent: number): Promise<number> {
  const tasks = await readdir(`/proc/${parent}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${parent}/task/${task}/children`, "utf8").catch(() => "")),
  );
  const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  const sizes = await Promise.all(
    children.map(async (child) => (await residentMb(child)) + (await childrenMb(child))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

let isDone = false;

async function measure(minDurationMs: number): Promise<ProbeResult> {
  const client = createAttackClient(url);
  const calls = [
    () => client.call(priceGroup.path, { deviceId }, { token: customerToken, from }),
    () => client.send({ path: `/api${loginInfo.path}`, token: managerToken, from }),
    () => client.send({ path: `/api${dictionary.path}`, from }),
  ];
  const durations: number[] = [];
  let failures = 0;
  const isMeasurable = process.platform === "linux";
  let memoryMb = 0;
  let childMemoryMb = 0;
  const endsAt = performance.now() + minDurationMs;
  for (let index = 0; !isDone || performance.now() < endsAt; index += 1) {
    const began = performance.now();
    const answer = await (calls[index % calls.length] as (typeof calls)[0])().catch(() => null);
    durations.push(performance.now() - began);
    if (answer?.code !== 200) failures += 1;
    if (isMeasurable) {
      memoryMb = Math.max(memoryMb, await residentMb(pid));
      childMemoryMb = Math.max(childMemoryMb, await childrenMb(pid));
    }
    await sleep(pauseMs);
  }
  client.close();
  const memory = isMeasurable ? { memoryMb, childMemoryMb } : { memoryMb: null, childMemoryMb: null };
  return { durations, failures, ...memory };
}

/** A failure is an unhandled rejection, which ends the thread with an `error` event. */
async function report(minDurationMs: number): Promise<void> {
  parentPort?.postMessage(await measure(minDurationMs), []);
}

parentPort?.on("message", (request: ProbeRequest) => {
  isDone = request === "done";
  if (request !== "done") void report(request.minDurationMs);
});
