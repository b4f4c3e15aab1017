import {
  type DeviceCommand,
  deviceCommandSeconds,
  testRunSeconds,
} from "@reposo/contract/device-commands.ts";
import { deviceInUse, deviceUnavailable, isInUse, ownDevice } from "#features/devices/index.ts";
import { enqueueCommand, newOrderId } from "#features/orders/index.ts";
import { insertTestRun } from "#features/test-runs/index.ts";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { transact } from "#platform/postgres/transactions.ts";
import type { DeviceActionsParts } from "./device-actions-parts.ts";
import { latestTestRun, lockService } from "./device-actions-store.ts";
import { commandState } from "./device-command-rules.ts";

const lowestGear = 1;

/**
 * Has a chair run for a minute without an order. The chair's reply confirms it; one command at a time, however often it
 * is requested. A chair that is out of service may be tested.
 */
export const createStartTestRun =
  ({ database, clock, wake, brokerConnected }: DeviceActionsParts) =>
  async (caller: ManagerCaller, givenId: string): Promise<DeviceCommand> => {
    const device = await ownDevice(database, caller, givenId);
    if (!device.online || !brokerConnected()) throw deviceUnavailable({ outOfServiceReason: null });
    const { deviceId, outletId } = device;
    const commandId = await transact(database, async (tx) => {
      await lockService(tx, deviceId);
      const now = clock.now();
      const latest = await latestTestRun(tx, deviceId);
      if (latest !== null && commandState(latest, now) === "pending") return latest.commandId;
      const current = await ownDevice(tx, caller, deviceId);
      if (isInUse(current)) throw deviceInUse(current);
      const testRunId = newOrderId(now);
      const { accountId } = caller;
      await insertTestRun(tx, { testRunId, deviceId, outletId, accountId, requestedAt: now });
      const notAfter = new Date(now.getTime() + deviceCommandSeconds * 1_000);
      const run = { testRunId, gear: lowestGear, seconds: testRunSeconds };
      const created = await enqueueCommand(
        tx,
        { deviceId, type: "start", orderId: null, ...run, notAfter },
        now,
      );
      await writeAudit(tx, {
        at: now,
        actor: actorOf(caller),
        action: "device.testRun",
        subject: `device:${deviceId}`,
        detail: { commandId: created, testRunId },
      });
      return created;
    });
    wake();
    return { commandId, state: "pending" };
  };

/** The state of the latest such command. */
export const createTestRun =
  ({ database, clock }: Pick<DeviceActionsParts, "database" | "clock">) =>
  async (caller: ManagerCaller, givenId: string): Promise<DeviceCommand | null> => {
    const { deviceId } = await ownDevice(database, caller, givenId);
    const latest = await latestTestRun(database, deviceId);
    return latest && { commandId: latest.commandId, state: commandState(latest, clock.now()) };
  };
