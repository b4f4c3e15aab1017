import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import { createAttackClient } from "./attack-client.ts";

/** Input of the thread, which makes calls as a customer and a manager and reads the server's memory. */
export interface Probe {
  readonly url: string;
  readonly pid: number;
  readonly deviceId: string;
  readonly customerToken: string;
  readonly managerToken: string;
  readonly minDurationMs: number;
}

export interface ProbeResult {
  readonly durations: number[];
  readonly failures: number;
  readonly memoryMb: number | null;
}

/** Number of the thread's own address, so that no attacker's limit applies; the thread calls below the limit. */
const from = 60_000;
const pauseMs = 55;

const { url, pid, deviceId, customerToken, managerToken, minDurationMs } = workerData as Probe;
const client = createAttackClient(url);
const calls = [
  () => client.call(priceGroup.path, { deviceId }, { token: customerToken, from }),
  () => client.send({ path: `/api${loginInfo.path}`, token: managerToken, from }),
  () => client.send({ path: `/api${dictionary.path}`, from }),
];

async function residentMb(): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

let isDone = false;
parentPort?.once("message", () => {
  isDone = true;
});
const durations: number[] = [];
let failures = 0;
let memoryMb: number | null = null;
const endsAt = performance.now() + minDurationMs;
for (let index = 0; !isDone || performance.now() < endsAt; index += 1) {
  const began = performance.now();
  const answer = await (calls[index % calls.length] as (typeof calls)[0])().catch(() => null);
  durations.push(performance.now() - began);
  if (answer?.code !== 200) failures += 1;
  const resident = await residentMb();
  if (resident !== null) memoryMb = Math.max(memoryMb ?? 0, resident);
  await sleep(pauseMs);
}
client.close();
parentPort?.postMessage({ durations, failures, memoryMb } satisfies ProbeResult, []);
