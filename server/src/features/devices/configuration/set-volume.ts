import type { DeviceConfiguration, setDeviceVolume } from "@reposo/contract/devices/device-configuration.ts";
import type { RequestOf } from "@reposo/contract/endpoint.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import { actorOf, type ManagerCaller } from "#platform/http/caller.ts";
import type { Database } from "#platform/postgres/database.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import type { Clock } from "#platform/time/clock.ts";
import { changeConfiguration } from "./change-configuration.ts";
import { readConfiguration } from "./read-configuration.ts";

/** Changes the volume of one of the caller's chairs. @throws ProductError deviceUnknown or deviceOfOtherOutlet */
export async function setVolume(
  {
    database,
    clock,
    wake,
  }: { readonly database: Database; readonly clock: Clock; readonly wake: () => void },
  caller: ManagerCaller,
  { deviceId: givenId, volume }: RequestOf<typeof setDeviceVolume>,
): Promise<DeviceConfiguration> {
  const { deviceId } = await ownDevice(database, caller, givenId);
  const actor = actorOf(caller);
  await transact(database, (uow) =>
    changeConfiguration(uow, { deviceId, values: { volume }, actor, at: clock.now() }),
  );
  wake();
  return readConfiguration(database, caller, deviceId);
}
