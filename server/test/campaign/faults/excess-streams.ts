import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import { setTimeout as delay } from "node:timers/promises";
import { placeStarts } from "./fault-starts.ts";
import type { FaultWorld } from "./fault-world.ts";
import { makeManager } from "#test/app/network-factory.ts";
import type { Fault } from "./run-fault.ts";

const clients = 24;
const streamsPerToken = 8;
const lastsMs = 8_000;
/**
 * Maximum number of replaced streams: announced reconnection delays double, so streams reconnect after 1, 2, and 4 more
 * seconds.
 */
const maxReplaced = 1 + Math.ceil(Math.log2(1 + lastsMs / 1_000));

/** Opens three times the allowed streams with one token; clients reconnect as soon as a stream is closed. */
export const excessStreams: Fault = {
  name: "excess-streams",
  broker: "embedded",
  async strike(world) {
    const { token } = await makeManager(world.test.owner, { outletIds: [world.outlet.outletId] });
    const stopping = new AbortController();
    const statuses = new Map<number, number>();
    const follow = async () => {
      while (!stopping.signal.aborted) {
        const response = await openStream(world, token, stopping.signal);
        if (response) statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        await response?.text().catch(() => "");
      }
    };
    const following = Promise.all(Array.from({ length: clients }, follow));
    const starts = await placeStarts(world, lastsMs / 2);
    await delay(lastsMs / 2);
    stopping.abort();
    await following;
    world.findings.push(...compareStatuses(statuses));
    return starts;
  },
};

/** Verifies that the allowed streams were accepted, no more than the announced delays permit, and all others refused. */
function compareStatuses(statuses: ReadonlyMap<number, number>): string[] {
  const accepted = statuses.get(200) ?? 0;
  const others = [...statuses.keys()].filter((status) => status !== 200 && status !== 429);
  return [
    ...(accepted < streamsPerToken || accepted > streamsPerToken + maxReplaced
      ? [`${accepted} streams of one token were accepted in ${lastsMs} ms`]
      : []),
    ...(statuses.has(429) ? [] : ["no early reconnection was refused with 429"]),
    ...others.map((status) => `${statuses.get(status)} streams were answered with ${status}`),
  ];
}

async function openStream(world: FaultWorld, token: string, signal: AbortSignal): Promise<Response | null> {
  const server = world.serving();
  if (server === null) return null;
  return fetch(new URL(`/api${liveEventsPath}`, server.url), {
    headers: { "access-token": token },
    signal,
  }).catch(() => null);
}
