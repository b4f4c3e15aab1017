import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { deviceList } from "@reposo/contract/devices.ts";
import type { InfiniteData } from "@tanstack/react-query";

export type DevicePage = ReplyOf<typeof deviceList>;
export type DeviceRow = DevicePage["items"][number];
export type DevicePages = InfiniteData<DevicePage, string | null>;

/**
 * Puts a live row in the place of its older self. The row keeps its place even where it no longer fits the
 * filter: a list must not move under a finger. Pages without the row stay the same objects, so only one redraws.
 */
export function withLiveDevice(data: DevicePages, device: DeviceRow): DevicePages {
  const at = data.pages.findIndex((page) => page.items.some((row) => row.deviceId === device.deviceId));
  if (at < 0) return data;
  const pages = data.pages.map((page, index) =>
    index === at
      ? { ...page, items: page.items.map((row) => (row.deviceId === device.deviceId ? device : row)) }
      : page,
  );
  return { ...data, pages };
}
