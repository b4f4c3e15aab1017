import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { createListTimeline } from "./list-timeline.ts";
import { createReadDevicePage } from "./read-device-page.ts";

export type DevicePage = ReturnType<typeof createDevicePage>;

export function createDevicePage(dependencies: { readonly database: Database; readonly clock: Clock }) {
  return {
    readDevicePage: createReadDevicePage(dependencies),
    listTimeline: createListTimeline(dependencies),
  };
}
