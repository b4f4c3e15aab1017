import type { PageOf, PagesOf } from "#manager/lists/paged-list.ts";
import type { DeviceRow } from "./device-filters.ts";

export type DevicePages = PagesOf<DeviceRow>;

/** What a chair's news means for a list: an older self to replace, one to take out or put in, or nothing in sight. */
export type DeviceNews = "replace" | "remove" | "insert" | "outOfSight";

const holds = (page: PageOf<DeviceRow>, deviceId: string): boolean =>
  page.items.some((row) => row.deviceId === deviceId);

export function newsOf(data: DevicePages, device: DeviceRow, fits: boolean): DeviceNews {
  if (data.pages.some((page) => holds(page, device.deviceId))) return fits ? "replace" : "remove";
  const last = data.pages[data.pages.length - 1];
  const lastRead = last?.items[last.items.length - 1];
  const isRead = last?.nextCursor === null || (lastRead !== undefined && device.deviceId < lastRead.deviceId);
  return fits && isRead ? "insert" : "outOfSight";
}

/** The list with the news in it, by number; pages without the chair stay the same objects, so few are drawn again. */
export function withDeviceNews(data: DevicePages, device: DeviceRow, news: DeviceNews): DevicePages {
  if (news === "outOfSight") return data;
  const { deviceId } = device;
  if (news === "replace") {
    return mapPages(
      data,
      (page) => holds(page, deviceId),
      (items) => items.map((row) => (row.deviceId === deviceId ? device : row)),
    );
  }
  if (news === "remove") {
    const without = mapPages(
      data,
      (page) => holds(page, deviceId),
      (items) => items.filter((row) => row.deviceId !== deviceId),
    );
    return withTotal(without, (data.pages[0]?.total ?? 1) - 1);
  }
  const at = data.pages.findIndex(({ items, nextCursor }) => {
    const last = items[items.length - 1];
    return nextCursor === null || (last !== undefined && deviceId < last.deviceId);
  });
  const inserted = mapPages(
    data,
    (page) => page === data.pages[at],
    (items) => [...items, device].sort((a, b) => (a.deviceId < b.deviceId ? -1 : 1)),
  );
  return withTotal(inserted, (data.pages[0]?.total ?? 0) + 1);
}

function mapPages(
  data: DevicePages,
  concerned: (page: PageOf<DeviceRow>) => boolean,
  change: (items: DeviceRow[]) => DeviceRow[],
): DevicePages {
  const pages = data.pages.map((page) => (concerned(page) ? { ...page, items: change(page.items) } : page));
  return { ...data, pages };
}

/** The first page's total counts. */
export function withTotal(data: DevicePages, total: number): DevicePages {
  const [first, ...rest] = data.pages;
  return first === undefined || first.total === total
    ? data
    : { ...data, pages: [{ ...first, total }, ...rest] };
}
