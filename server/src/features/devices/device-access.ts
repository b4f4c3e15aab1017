import { normalizeDeviceId } from "@reposo/contract/fields.ts";
import type { Caller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { resolveStatus, type DeviceUse, usedUntil } from "./devices-rules.ts";
import { type DeviceRecord, findDevice } from "./devices-store.ts";
import type { Querier } from "#platform/postgres/database.ts";

type AuthenticatedCaller = Exclude<Caller, { kind: "anyone" }>;

/** The ID of the order on this chair that the caller may follow; null where the chair may be started. */
export const deviceStatus =
  (findReachable: (deviceId: string) => Promise<DeviceRecord | null>) =>
  async (caller: AuthenticatedCaller, deviceId: string): Promise<string | null> => {
    const device = await findReachable(deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    const subject =
      caller.kind === "manager"
        ? { kind: caller.kind, outletIds: caller.outletIds }
        : { kind: caller.kind, customerId: caller.customerId, ticketOrderIds: caller.ticketOrderIds ?? [] };
    const status = resolveStatus(subject, device);
    if (status.kind === "order") return status.orderId;
    if (status.kind === "free") return null;
    if (status.kind === "inUse") throw deviceInUse(device);
    if (status.resultName === "deviceUnavailable") throw deviceUnavailable(device);
    throw new ProductError(
      status.resultName,
      status.resultName === "deviceOfOtherOutlet" && caller.kind === "manager"
        ? { data: { name: caller.name } }
        : {},
    );
  };

/**
 * A chair of one of the caller's outlets, by its number as entered.
 * @throws ProductError deviceUnknown or deviceOfOtherOutlet
 */
export async function ownDevice(
  db: Querier,
  caller: Pick<ManagerCaller, "outletIds" | "name">,
  givenId: string,
): Promise<DeviceRecord> {
  const device = await findDevice(db, normalizeDeviceId(givenId));
  if (device === null) throw new ProductError("deviceUnknown");
  if (!caller.outletIds.includes(device.outletId))
    throw new ProductError("deviceOfOtherOutlet", { data: { name: caller.name } });
  return device;
}

/** The error for a chair that cannot be started; its message includes a manager's reason. */
export const deviceUnavailable = ({
  outOfServiceReason: reason,
}: {
  readonly outOfServiceReason: string | null;
}): ProductError =>
  reason === null
    ? new ProductError("deviceUnavailable")
    : new ProductError("deviceOutOfService", { data: { reason } });

/** The error for a chair in use; `data` contains the expected end, where it is known. */
export const deviceInUse = (device: DeviceUse): ProductError =>
  new ProductError("deviceInUse", { data: { endsAt: usedUntil(device)?.toISOString() ?? null } });
