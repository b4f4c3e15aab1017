import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import { resolveStatus, type DeviceUse, usedUntil } from "./devices-rules.ts";
import { type DeviceRecord, findDevice } from "./devices-store.ts";
import type { Querier } from "#platform/postgres/database.ts";

/**
 * Returns the ID of the chair's live order if the caller may view it, or null if the chair can be started.
 * @throws ProductError deviceUnknown, deviceInUse, deviceUnavailable, deviceOutOfService, or deviceOfOtherOutlet
 */
export const deviceStatus =
  (findReachable: (deviceId: string) => Promise<DeviceRecord | null>) =>
  async (caller: CustomerCaller | ManagerCaller, deviceId: string): Promise<string | null> => {
    const device = await findReachable(deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    const status = resolveStatus(caller, device);
    if (status.kind === "order") return status.orderId;
    if (status.kind === "free") return null;
    if (status.kind === "inUse") throw deviceInUse(device);
    if (status.resultName === "deviceUnavailable") throw deviceUnavailable(device);
    throw new ProductError(
      status.resultName,
      caller.kind === "manager" ? { data: { name: caller.name } } : {},
    );
  };

/**
 * Finds a chair of the caller's outlets.
 * @throws ProductError deviceUnknown or deviceOfOtherOutlet
 */
export async function ownDevice(
  db: Querier,
  caller: Pick<ManagerCaller, "outletIds" | "name">,
  deviceId: string,
): Promise<DeviceRecord> {
  const device = await findDevice(db, deviceId);
  if (device === null) throw new ProductError("deviceUnknown");
  requireOwnOutlet(caller, device);
  return device;
}

/** @throws ProductError deviceOfOtherOutlet */
export function requireOwnOutlet(
  { outletIds, name }: Pick<ManagerCaller, "outletIds" | "name">,
  { outletId }: Pick<DeviceRecord, "outletId">,
): void {
  if (!outletIds.includes(outletId)) throw new ProductError("deviceOfOtherOutlet", { data: { name } });
}

/** Returns the error for a chair that cannot be started. If a manager gave a reason, the error contains the reason. */
export const deviceUnavailable = ({
  outOfServiceReason: reason,
}: {
  readonly outOfServiceReason: string | null;
}): ProductError =>
  reason === null
    ? new ProductError("deviceUnavailable")
    : new ProductError("deviceOutOfService", { data: { reason } });

/** Returns the error for a chair in use. `data` contains the expected end, or null if it is unknown. */
export const deviceInUse = (device: DeviceUse): ProductError =>
  new ProductError("deviceInUse", { data: { endsAt: usedUntil(device)?.toISOString() ?? null } });
