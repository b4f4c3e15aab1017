import { ProductError } from "#platform/http/product-error.ts";
import { type DeviceUse, usedUntil } from "./devices-rules.ts";

/** The refusal of a chair in use; its `data` says until when, where that is known. */
export const deviceInUse = (device: DeviceUse): ProductError =>
  new ProductError("deviceInUse", { data: { endsAt: usedUntil(device)?.toISOString() ?? null } });
