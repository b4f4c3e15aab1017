import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { loginInfo } from "@reposo/contract/sessions/login.ts";
import type { AttackWorld } from "./attack-world.ts";

/** What other users of the server experience, and the resources it uses. */
export interface Measured {
  readonly calls: number;
  readonly failures: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Peak resident memory; null where the system does not report it. */
  readonly memoryMb: number | null;
}

/** An address of its own, so that no attacker's limit applies to it; below the limit of an address. */
const probeAddress = 60_000;
const pauseMs = 55;

async function residentMb(pid: number): Promise<number | null> {
  if (process.platform !== "linux") return null;
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Calls the interface as an ordinary customer and manager until `work` is done, at least `leastMs`. */
export async function measureDuring<R>(
  { client, own, pid }: AttackWorld,
  leastMs: number,
  work: () => Promise<R>,
): Promise<{ result: R; measured: Measured }> {
  const durations: number[] = [];
  let failures = 0;
  let memoryMb: number | null = null;
  let isDone = false;
  const endsAt = performance.now() + leastMs;
  const calls = [
    () =>
      client.call(
        priceGroup.path,
        { deviceId: own.deviceId },
        { token: own.customerToken, from: probeAddress },
      ),
    () => client.send({ path: `/api${loginInfo.path}`, token: own.managerToken, from: probeAddress }),
    () => client.send({ path: `/api${dictionary.path}`, from: probeAddress }),
  ];
  const probe = async () => {
    for (let index = 0; !isDone || performance.now() < endsAt; index += 1) {
      const began = performance.now();
      const answer = await (calls[index % calls.length] as (typeof calls)[0])().catch(() => null);
      durations.push(performance.now() - began);
      if (answer?.code !== 200) failures += 1;
      const resident = await residentMb(pid);
      if (resident !== null) memoryMb = Math.max(memoryMb ?? 0, resident);
      await sleep(pauseMs);
    }
  };
  const probing = probe();
  let result: R;
  try {
    result = await work();
  } finally {
    isDone = true;
    await probing;
  }
  durations.sort((a, b) => a - b);
  const measured = {
    calls: durations.length,
    failures,
    p50Ms: quantile(durations, 0.5),
    p99Ms: quantile(durations, 0.99),
    memoryMb,
  };
  return { result, measured };
}
