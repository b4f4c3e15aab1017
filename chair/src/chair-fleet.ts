import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { deviceIdPattern } from "@reposo/contract/fields.ts";
import type { ChairStatus, VirtualChair, VirtualChairOptions } from "./chair-interface.ts";
import { createDiskMemory, createVolatileMemory, diskMemoryPath } from "./chair-memory.ts";
import { createVirtualChair } from "./virtual-chair.ts";

export interface ChairFleetOptions extends Omit<VirtualChairOptions, "deviceId" | "secret" | "memory"> {
  /** Folder for the chairs' memories, one file per chair. Without it, memories last only as long as the process. */
  memoryFolder?: string;
}

/** A thousand chairs are started per second, so that the connections of a large fleet do not arrive all at once. */
const [chairsPerBatch, batchMs] = [100, 100];

/** The options of one chair, which take precedence over those of the fleet. */
export type ChairDescription = Pick<VirtualChairOptions, "deviceId" | "secret"> &
  Partial<Omit<VirtualChairOptions, "deviceId" | "secret">>;

/** Creates a fleet of virtual chairs in this process, without chairs at first. */
export function chairFleet(options: ChairFleetOptions) {
  const { memoryFolder, ...shared } = options;
  const fleet = new Map<string, VirtualChair>();
  let isStopped = false;

  return {
    /**
     * Adds a chair without power.
     * @throws Error if the fleet has a chair with this device ID
     */
    add(description: ChairDescription) {
      const { deviceId } = description;
      if (fleet.has(deviceId)) throw new Error(`chair ${deviceId} is in this fleet already`);
      const memory =
        memoryFolder === undefined
          ? createVolatileMemory()
          : createDiskMemory(diskMemoryPath(memoryFolder, deviceId));
      const chair = createVirtualChair({ ...shared, memory, ...description });
      fleet.set(deviceId, chair);
      return chair;
    },
    /** @throws Error for a chair that is not in the fleet */
    chair(deviceId: string) {
      const chair = fleet.get(deviceId);
      if (!chair) throw new Error(`no chair ${deviceId} in this fleet`);
      return chair;
    },
    chairs: () => [...fleet.values()],
    states: () => [...fleet.values()].map((chair) => chair.state()),
    /** Starts all chairs at the limited rate. Resolves when all have been started, or when `stop` is called. */
    async start() {
      isStopped = false;
      let started = 0;
      for (const chair of fleet.values()) {
        if (isStopped) return;
        chair.start();
        started += 1;
        if (started % chairsPerBatch === 0) await sleep(batchMs);
      }
    },
    /**
     * Resolves when every chair that has power and network is connected; rejects after `timeoutMs`, by default 30
     * seconds.
     */
    async connected(timeoutMs = 30_000) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const waiting = [...fleet.values()].map((chair) => chair.state()).filter(isAwaited);
        if (waiting.length === 0) return;
        if (performance.now() > deadline) {
          throw new Error(`${waiting.length} chairs did not connect, including ${waiting[0]?.deviceId}`);
        }
        await sleep(20);
      }
    },
    /** Stops all chairs. A `start` that is in progress starts no further chairs. */
    async stop() {
      isStopped = true;
      await Promise.all([...fleet.values()].map((chair) => chair.stop()));
    },
  };
}

export type ChairFleet = ReturnType<typeof chairFleet>;

const isAwaited = (chair: ChairStatus) => chair.powered && !chair.faults.offline && !chair.connected;

/**
 * Reads a file of `deviceId,secret` lines, and skips blank lines and a heading in the first line.
 * @throws Error with file and line if a line is invalid
 */
export function readChairList(path: string): ChairDescription[] {
  return readFileSync(path, "utf8")
    .split(/\r?\n/)
    .map((text, index) => ({ text: text.trim(), cells: text.trim().split(","), line: index + 1 }))
    .filter(({ text, cells, line }) => text !== "" && !(line === 1 && cells[0] === "deviceId"))
    .map(({ cells: [id = "", secret = "", counter = "0"], line }) => {
      if (!new RegExp(deviceIdPattern).test(id))
        throw new Error(`${path}:${line}: "${id}" is not a device ID`);
      if (secret === "") throw new Error(`${path}:${line}: ${id} has no secret`);
      const coinCounter = Number(counter);
      if (!Number.isSafeInteger(coinCounter) || coinCounter < 0)
        throw new Error(`${path}:${line}: "${counter}" is not a coin counter in minor units`);
      return { deviceId: id, secret, coinCounter };
    });
}
