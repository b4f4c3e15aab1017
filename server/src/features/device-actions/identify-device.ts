import { type DeviceCommand, deviceCommandSeconds } from "@reposo/contract/device-commands.ts";
import { deviceUnavailable, ownDevice } from "#features/devices/index.ts";
import { enqueueCommand } from "#features/orders/index.ts";
import { writeAudit } from "#platform/postgres/audit-trail.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import { transact } from "#platform/postgres/transactions.ts";
import { latestIdentify, lockService } from "./device-actions-store.ts";
import type { DeviceActionsParts } from "./device-actions-parts.ts";
import { commandState } from "./device-command-rules.ts";

/** Has a chair blink; the chair's reply confirms it. One command at a time, however often it is requested. */
export const createIdentifyDevice =
  ({ database, clock, wake, brokerConnected }: DeviceActionsParts) =>
  async (caller: ManagerCaller, givenId: string): Promise<DeviceCommand> => {
    const device = await ownDevice(database, caller, givenId);
    if (!device.online || !brokerConnected()) throw deviceUnavailable({ outOfServiceReason: null });
    const { deviceId } = device;
    const commandId = await transact(database, async (tx) => {
      await lockService(tx, deviceId);
      const now = clock.now();
      const latest = await latestIdentify(tx, deviceId);
      if (latest !== null && commandState(latest, now) === "pending") return latest.commandId;
      const notAfter = new Date(now.getTime() + deviceCommandSeconds * 1_000);
      const created = await enqueueCommand(tx, { deviceId, type: "identify", orderId: null, notAfter }, now);
      await writeAudit(tx, {
        at: now,
        actor: actorOf(caller),
        action: "device.identify",
        subject: `device:${deviceId}`,
        detail: { commandId: created },
      });
      return created;
    });
    wake();
    return { commandId, state: "pending" };
  };

/** The state of the latest such command. */
export const createIdentification =
  ({ database, clock }: Pick<DeviceActionsParts, "database" | "clock">) =>
  async (caller: ManagerCaller, givenId: string): Promise<DeviceCommand | null> => {
    const { deviceId } = await ownDevice(database, caller, givenId);
    const latest = await latestIdentify(database, deviceId);
    return latest && { commandId: latest.commandId, state: commandState(latest, clock.now()) };
  };
