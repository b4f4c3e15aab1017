import { describe, expect, it } from "vitest";
import { type DevicePages, type DeviceRow, withLiveDevice } from "./device-pages.ts";

const row = (deviceId: string, inUse = false): DeviceRow => ({
  deviceId,
  areaId: "a",
  areaName: "Outlet",
  online: true,
  inUse,
  fault: null,
  lastSeenAt: null,
  orderId: null,
  endsAt: null,
});

const data: DevicePages = {
  pageParams: [null, "next"],
  pages: [
    { items: [row("MC1001"), row("MC1002")], nextCursor: "next", total: 3 },
    { items: [row("MC1003")], nextCursor: null, total: 3 },
  ],
};

describe("withLiveDevice", () => {
  it("[DEV-1] changes the one row in its place and leaves the other pages untouched", () => {
    const after = withLiveDevice(data, row("MC1002", true));
    expect(after.pages[0]?.items.map((item) => [item.deviceId, item.inUse])).toEqual([
      ["MC1001", false],
      ["MC1002", true],
    ]);
    expect(after.pages[1]).toBe(data.pages[1]);
  });

  it("[DEV-1] ignores a device that is not in the list", () => {
    expect(withLiveDevice(data, row("MC9999"))).toBe(data);
  });
});
