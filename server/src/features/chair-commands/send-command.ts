import { type Clock, monotonicMs } from "#platform/time/clock.ts";
import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { OutboxHandler } from "#platform/jobs/outbox.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";
import type { Database } from "#platform/postgres/database.ts";
import { failPoint } from "#platform/processes/fail-points.ts";
import { type CommandRecord, findSendable, type SendableCommand } from "./chair-commands-store.ts";

export interface ChairCommandsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Publishes a command to a chair. The promise rejects while the broker is unreachable. */
  readonly sendCommand: (deviceId: string, command: PayloadOf<"command">) => Promise<void>;
}

function payloadOf(command: SendableCommand, now: Date): PayloadOf<"command"> {
  const { commandId, type, gear, seconds, configuration, isOfCoinOrder } = command;
  // In the start of a test run, `orderId` contains the ID of the test run. The chair does not know the IDs of coin
  // orders, and a stop without an ID ends any run.
  const orderId = isOfCoinOrder ? null : (command.orderId ?? command.testRunId);
  return {
    commandId,
    type,
    ...(orderId !== null && { orderId }),
    ...(gear !== null && { gear }),
    ...(seconds !== null && { seconds }),
    ...(configuration !== null && { configuration }),
    notAfter: command.notAfter.toISOString(),
    serverTime: now.toISOString(),
  };
}

/**
 * Returns a command that only sets the chair's clock, to be sent before a command that the chair might consider
 * expired. The command is expired on purpose: a chair sets its clock by every command, but does not execute an expired
 * one. The server ignores the reply, because the command is not stored.
 */
const clockCommand = (now: Date): PayloadOf<"command"> => ({
  commandId: newIdAt(now),
  type: "report",
  notAfter: new Date(now.getTime() - 1).toISOString(),
  serverTime: now.toISOString(),
});

/**
 * Commands that a chair must not consider expired, because it would then not start, or would run for less time than was
 * paid for.
 */
const expiring: ReadonlySet<CommandRecord["type"]> = new Set(["start", "extend"]);

/** Creates the handler of the job that sends a command to its chair, if the command must still be sent. */
export function createSendCommand({
  database,
  clock,
  sendCommand,
}: ChairCommandsDependencies): OutboxHandler {
  const times = createChairTimes();
  return async ({ subject: commandId }) => {
    const command = await findSendable(database, commandId, clock.now());
    if (command === null) return;
    failPoint(`${command.type}.before-publish`);
    const { deviceId, type, wasSentByFastClock } = command;
    const now = clock.now();
    if (wasSentByFastClock || (expiring.has(type) && !times.hasRecentTime(deviceId, now)))
      await sendCommand(deviceId, clockCommand(now));
    await sendCommand(deviceId, payloadOf(command, now));
    times.record(deviceId, now);
    failPoint(`${type}.published`);
  };
}

/**
 * A chair's clock is assumed to be correct for this long after a command: a cheap clock gains less than a second in
 * this time. This period is short, because commands of other servers set the clock too.
 */
const knownMs = 10 * 60_000;
/**
 * Since the last command, the server's clock and the monotonic clock may diverge by this much. A larger difference
 * means that the server's clock was set.
 */
const toleranceMs = 1_000;
/**
 * Only this many chairs are remembered, those with the latest commands. For other chairs, `hasRecentTime` returns
 * false.
 */
const maxChairs = 100_000;

interface GivenTime {
  readonly serverMs: number;
  readonly uptimeMs: number;
}

/**
 * Remembers the time that this process sent to each chair with its last command. A chair compares the deadline of a
 * start with its own clock, which every command sets. The chair's clock is wrong after a command from a server
 * whose clock was ahead, until the next command, and it drifts during days without a command.
 */
export function createChairTimes(uptimeMs: () => number = monotonicMs) {
  const given = new Map<string, GivenTime>();

  return {
    /** Records that a command with the server's time `now` was sent to a chair. */
    record(deviceId: string, now: Date): void {
      given.delete(deviceId);
      given.set(deviceId, { serverMs: now.getTime(), uptimeMs: uptimeMs() });
      const oldest = given.size > maxChairs ? given.keys().next().value : undefined;
      if (oldest !== undefined) given.delete(oldest);
    },
    /**
     * Returns whether this process sent its time to the chair within the last `knownMs`, and the server's clock was not
     * set since.
     */
    hasRecentTime(deviceId: string, now: Date): boolean {
      const last = given.get(deviceId);
      if (last === undefined) return false;
      const elapsedMs = uptimeMs() - last.uptimeMs;
      const expectedMs = last.serverMs + elapsedMs;
      return elapsedMs <= knownMs && Math.abs(expectedMs - now.getTime()) <= toleranceMs;
    },
  };
}
