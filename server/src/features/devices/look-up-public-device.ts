import type { publicDevice } from "@reposo/contract/devices.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Clock } from "#platform/time/clock.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { DeviceRecord } from "./device-record.ts";
import { viewPublicDevice } from "./devices-view.ts";

/** What anyone who stands at the chair may see; throws `deviceUnknown`. */
export const lookUpPublicDevice =
  ({
    findReachable,
    clock,
  }: {
    readonly findReachable: (deviceId: string) => Promise<DeviceRecord | null>;
    readonly clock: Clock;
  }) =>
  async (deviceId: string): Promise<ReplyOf<typeof publicDevice>> => {
    const device = await findReachable(deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    return viewPublicDevice(device, clock.now());
  };
