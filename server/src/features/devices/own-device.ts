import type { Querier } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { DeviceRecord } from "./device-record.ts";
import { findDevice } from "./devices-store.ts";

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
