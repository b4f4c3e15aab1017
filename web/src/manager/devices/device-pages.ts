import type { PageOf, PagesOf } from "#manager/shared/lists/list-query.ts";
import type { DeviceRow } from "./device-filters.ts";

export type DevicePages = PagesOf<DeviceRow>;

export type DeviceChange = "replace" | "remove" | "insert" | "none";

const contains = (page: PageOf<DeviceRow>, deviceId: string): boolean =>
  page.items.some((row) => row.deviceId === deviceId);

/** Returns how a device's event changes the loaded list. `matches` is true if the device matches the filters. */
export function changeOf(data: DevicePages, device: DeviceRow, matches: boolean): DeviceChange {
  if (data.pages.some((page) => contains(page, device.deviceId))) return matches ? "replace" : "remove";
  const lastPage = data.pages[data.pages.length - 1];
  const lastRow = lastPage?.items[lastPage.items.length - 1];
  const isWithinLoaded =
    lastPage?.nextCursor === null || (lastRow !== undefined && device.deviceId < lastRow.deviceId);
  return matches && isWithinLoaded ? "insert" : "none";
}

/** Returns the list with the change applied, sorted by device ID. Unchanged pages remain the same objects. */
export function withDevice(data: DevicePages, device: DeviceRow, change: DeviceChange): DevicePages {
  const { deviceId } = device;
  const total = data.pages[0]?.total ?? 0;
  const ofDevice = (page: PageOf<DeviceRow>) => contains(page, deviceId);
  switch (change) {
    case "none":
      return data;
    case "replace":
      return mapPages(data, ofDevice, (items) =>
        items.map((row) => (row.deviceId === deviceId ? device : row)),
      );
    case "remove": {
      const removed = mapPages(data, ofDevice, (items) => items.filter((row) => row.deviceId !== deviceId));
      return withTotal(removed, total - 1);
    }
    case "insert": {
      const target = data.pages.find(({ items, nextCursor }) => {
        const last = items[items.length - 1];
        return nextCursor === null || (last !== undefined && deviceId < last.deviceId);
      });
      const inserted = mapPages(
        data,
        (page) => page === target,
        (items) => [...items, device].sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1)),
      );
      return withTotal(inserted, total + 1);
    }
  }
}

function mapPages(
  data: DevicePages,
  isChanged: (page: PageOf<DeviceRow>) => boolean,
  change: (items: DeviceRow[]) => DeviceRow[],
): DevicePages {
  const pages = data.pages.map((page) => (isChanged(page) ? { ...page, items: change(page.items) } : page));
  return { ...data, pages };
}

/** Replaces the list's total, which the first page contains. */
export function withTotal(data: DevicePages, total: number): DevicePages {
  const [first, ...rest] = data.pages;
  return first === undefined || first.total === total
    ? data
    : { ...data, pages: [{ ...first, total }, ...rest] };
}
