import type { Caller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { answerStatus, type DeviceUse, usedUntil } from "./devices-rules.ts";
import { type DeviceRecord, findDevice } from "./devices-store.ts";
import type { Querier } from "#platform/postgres/database.ts";

type TokenHolder = Exclude<Caller, { kind: "anyone" }>;

/** The id of the order the caller may follow on this chair, or null where it may be started. */
export const deviceStatus =
  (findReachable: (deviceId: string) => Promise<DeviceRecord | null>) =>
  async (caller: TokenHolder, deviceId: string): Promise<string | null> => {
    const device = await findReachable(deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    const asker =
      caller.kind === "manager"
        ? { kind: caller.kind, outletIds: caller.outletIds }
        : { kind: caller.kind, customerId: caller.customerId, ticketOrderIds: caller.ticketOrderIds ?? [] };
    const answer = answerStatus(asker, device);
    if (answer.kind === "order") return answer.orderId;
    if (answer.kind === "free") return null;
    if (answer.kind === "inUse") throw deviceInUse(device);
    if (answer.resultName === "deviceUnavailable") throw deviceUnavailable(device);
    throw new ProductError(
      answer.resultName,
      answer.resultName === "deviceOfOtherOutlet" && caller.kind === "manager"
        ? { data: { name: caller.name } }
        : {},
    );
  };

/** A chair of one of the caller's outlets, by its number as typed. */
export async function ownDevice(
  db: Querier,
  caller: Pick<ManagerCaller, "outletIds" | "name">,
  givenId: string,
): Promise<DeviceRecord> {
  const device = await findDevice(db, givenId.trim().toUpperCase());
  if (device === null) throw new ProductError("deviceUnknown");
  if (!caller.outletIds.includes(device.outletId))
    throw new ProductError("deviceOfOtherOutlet", { data: { name: caller.name } });
  return device;
}

/** The refusal of a chair that cannot be started; a manager's reason, where there is one, is part of the message. */
export const deviceUnavailable = ({
  outOfServiceReason: reason,
}: {
  readonly outOfServiceReason: string | null;
}): ProductError =>
  reason === null
    ? new ProductError("deviceUnavailable")
    : new ProductError("deviceOutOfService", { data: { reason } });

/** The refusal of a chair in use; its `data` says until when, where that is known. */
export const deviceInUse = (device: DeviceUse): ProductError =>
  new ProductError("deviceInUse", { data: { endsAt: usedUntil(device)?.toISOString() ?? null } });
