import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { DeviceCommand, testRun } from "@reposo/contract/devices/device-commands.ts";
import {
  deviceCommandSeconds,
  maxTestRunsPerDay,
  testRunSeconds,
} from "@reposo/contract/devices/device-limits.ts";
import {
  deviceInUse,
  deviceUnavailable,
  ownDevice,
  requireOwnOutlet,
} from "#features/devices/device-access.ts";
import { isInUse } from "#features/devices/devices-rules.ts";
import { type DeviceRecord, lockDevice } from "#features/devices/devices-store.ts";
import { countRequestedTestRuns, insertTestRun } from "#features/devices/test-runs-store.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  latestIdentify,
  latestTestRun,
  latestTestRunStop,
  type ManagerCommand,
} from "./device-actions-store.ts";
import { transact, type UnitOfWork } from "#platform/postgres/unit-of-work.ts";
import { newIdAt } from "#platform/keys/ids-by-time.ts";
import { enqueueCommand } from "#features/chair-commands/index.ts";

export interface DeviceCommandsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  /** Starts the processing of new outbox jobs and live events immediately instead of at the next poll. */
  readonly wake: () => void;
  readonly brokerConnected: () => boolean;
}

const lowestGear = 1;
const dayMs = 24 * 3_600_000;

/**
 * Returns the state of a command by the chair's reply. Without a reply, the command expires at `notAfter`, because
 * the chair does not execute it later.
 */
export function commandState(
  { notAfter, outcome }: Pick<ManagerCommand, "notAfter" | "outcome">,
  now: Date,
): DeviceCommand["state"] {
  if (outcome === null) return now > notAfter ? "expired" : "pending";
  return outcome === "done" || outcome === "duplicate" ? "confirmed" : outcome;
}

/** Returns the expected end of a test run; null unless it is running. */
function endOfTestRun(
  run: { readonly startedAt: Date | null; readonly endedAt: Date | null },
  now: Date,
): Date | null {
  if (run.startedAt === null || run.endedAt !== null) return null;
  const endsAt = new Date(run.startedAt.getTime() + testRunSeconds * 1_000);
  return endsAt > now ? endsAt : null;
}

/**
 * Creates the commands that a manager can send to a chair and that the chair confirms with a reply. While a command
 * is pending, another request of the same kind returns the pending command instead of sending a second one.
 */
export function createDeviceCommands({ database, clock, wake, brokerConnected }: DeviceCommandsDependencies) {
  type FindLatest = (db: Querier, deviceId: string) => Promise<ManagerCommand | null>;

  async function send(
    caller: ManagerCaller,
    givenId: string,
    findLatest: FindLatest,
    enqueue: (uow: UnitOfWork, device: DeviceRecord, now: Date, notAfter: Date) => Promise<string>,
  ): Promise<DeviceCommand> {
    const device = await ownDevice(database, caller, givenId);
    // This check is not repeated after the chair is locked: if the chair goes offline in between, the command expires.
    if (!device.online || !brokerConnected()) throw deviceUnavailable({ outOfServiceReason: null });
    const commandId = await transact(database, async (uow) => {
      const locked = await lockDevice(uow, device.deviceId);
      if (locked === null) throw new ProductError("deviceUnknown");
      // The operator may have moved the chair since the check.
      requireOwnOutlet(caller, locked);
      const now = clock.now();
      const latest = await findLatest(uow, device.deviceId);
      if (latest !== null && commandState(latest, now) === "pending") return latest.commandId;
      return enqueue(
        uow,
        { ...device, ...locked },
        now,
        new Date(now.getTime() + deviceCommandSeconds * 1_000),
      );
    });
    wake();
    return { commandId, state: "pending" };
  }

  async function stateOfLatest(
    caller: ManagerCaller,
    givenId: string,
    findLatest: FindLatest,
  ): Promise<DeviceCommand | null> {
    const { deviceId } = await ownDevice(database, caller, givenId);
    const latest = await findLatest(database, deviceId);
    return latest && { commandId: latest.commandId, state: commandState(latest, clock.now()) };
  }

  return {
    /** Makes a chair blink. */
    identify: (caller: ManagerCaller, givenId: string): Promise<DeviceCommand> =>
      send(caller, givenId, latestIdentify, async (uow, { deviceId }, now, notAfter) => {
        const commandId = enqueueCommand(uow, { deviceId, type: "identify", orderId: null, notAfter }, now);
        addAuditEntry(uow, {
          at: now,
          actor: actorOf(caller),
          action: "device.identify",
          subject: `device:${deviceId}`,
          detail: { commandId },
        });
        return commandId;
      }),
    /** Returns the state of the latest `identify`; null if there is none. */
    identification: (caller: ManagerCaller, givenId: string) =>
      stateOfLatest(caller, givenId, latestIdentify),

    /** Runs a chair for `testRunSeconds` without an order. Also permitted for a chair that is out of service. */
    startTestRun: (caller: ManagerCaller, givenId: string): Promise<DeviceCommand> =>
      send(caller, givenId, latestTestRun, async (uow, { deviceId, outletId }, now, notAfter) => {
        const current = await ownDevice(uow, caller, deviceId);
        if (isInUse(current)) throw deviceInUse(current);
        const lastDay = { from: new Date(now.getTime() - dayMs), to: now };
        if ((await countRequestedTestRuns(uow, deviceId, lastDay)) >= maxTestRunsPerDay)
          throw new ProductError("testRunLimit", { data: { count: maxTestRunsPerDay } });
        const testRunId = newIdAt(now);
        const { accountId } = caller;
        await insertTestRun(uow, { testRunId, deviceId, outletId, accountId, requestedAt: now });
        const run = { testRunId, gear: lowestGear, seconds: testRunSeconds };
        const commandId = enqueueCommand(
          uow,
          { deviceId, type: "start", orderId: null, ...run, notAfter },
          now,
        );
        addAuditEntry(uow, {
          at: now,
          actor: actorOf(caller),
          action: "device.testRun",
          subject: `device:${deviceId}`,
          detail: { commandId, testRunId },
        });
        return commandId;
      }),
    /** Returns the state of the latest test run's command, and the run's expected end; null if there is none. */
    async testRun(caller: ManagerCaller, givenId: string): Promise<ReplyOf<typeof testRun>> {
      const { deviceId } = await ownDevice(database, caller, givenId);
      const latest = await latestTestRun(database, deviceId);
      if (latest === null) return null;
      const now = clock.now();
      const endsAt = endOfTestRun(latest, now)?.toISOString() ?? null;
      return { commandId: latest.commandId, state: commandState(latest, now), endsAt };
    },
    /** Stops the chair's test run; returns null if none is running. */
    async stopTestRun(caller: ManagerCaller, givenId: string): Promise<DeviceCommand | null> {
      const { deviceId } = await ownDevice(database, caller, givenId);
      const run = await latestTestRun(database, deviceId);
      if (run === null || endOfTestRun(run, clock.now()) === null) return null;
      const { testRunId } = run;
      const findStop: FindLatest = (db) => latestTestRunStop(db, testRunId);
      return send(caller, deviceId, findStop, async (uow, _device, now, notAfter) => {
        const stop = { deviceId, type: "stop", orderId: null, testRunId, notAfter } as const;
        const commandId = enqueueCommand(uow, stop, now);
        addAuditEntry(uow, {
          at: now,
          actor: actorOf(caller),
          action: "device.testRunStopped",
          subject: `device:${deviceId}`,
          detail: { commandId, testRunId },
        });
        return commandId;
      });
    },
  };
}
