import type { publicDevice } from "@reposo/contract/devices.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { Clock } from "#platform/clock.ts";
import type { Database } from "#platform/database.ts";
import { ProductError } from "#platform/product-error.ts";
import { findDevice } from "./devices-store.ts";
import { viewPublicDevice } from "./devices-view.ts";

/** What anyone who stands at the chair may see; throws `deviceUnknown`. */
export const lookUpPublicDevice =
  ({ database, clock }: { readonly database: Database; readonly clock: Clock }) =>
  async (deviceId: string): Promise<ReplyOf<typeof publicDevice>> => {
    const device = await findDevice(database, deviceId);
    if (device === null) throw new ProductError("deviceUnknown");
    return viewPublicDevice(device, clock.now());
  };
