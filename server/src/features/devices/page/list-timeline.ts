import { alertKinds, alertPermissions } from "@reposo/contract/alerts/alert-kinds.ts";
import type { deviceTimeline, TimelineEntry } from "@reposo/contract/devices/device-page.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { ownDevice } from "#features/devices/device-access.ts";
import type { Database } from "#platform/postgres/database.ts";
import type { ManagerCaller } from "#platform/http/caller.ts";
import { pageOf, readPageCursor, writePageCursor } from "#platform/postgres/page-cursor.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { selectTimeline, type TimelinePosition, type TimelineRow } from "./device-timeline-store.ts";

/**
 * Returns a page of the timeline of one of the caller's chairs, newest first, with the entries the caller may see.
 * @throws ProductError deviceUnknown or deviceOfOtherOutlet; code 400 for an invalid cursor
 */
export async function listTimeline(
  database: Database,
  caller: ManagerCaller,
  { deviceId, limit = 20, cursor }: RequestOf<typeof deviceTimeline>,
): Promise<ReplyOf<typeof deviceTimeline>> {
  const device = await ownDevice(database, caller, deviceId);
  const withCollections = caller.permissions.includes("cash");
  const visible = alertKinds.filter((kind) => caller.permissions.includes(alertPermissions[kind]));
  const list = { timelineOf: device.deviceId };
  const before = cursor === undefined ? null : readPosition(readPageCursor(list, cursor));
  const found = await selectTimeline(
    database,
    { ...device, withCollections, alertKinds: visible },
    before,
    limit + 1,
  );
  const page = pageOf(found, limit, (last) => writePageCursor(list, writePosition(last)));
  return { ...page, items: page.items.map(viewEntry) };
}

const writePosition = ({ at, key }: TimelinePosition): string => `${at.toISOString()} ${key}`;

function readPosition(text: string): TimelinePosition {
  const [, time = "", key = ""] = /^(\S+) (.+)$/s.exec(text) ?? [];
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) throw invalidField("cursor", "format");
  return { at, key };
}

const viewEntry = ({ at, key, amountMinor, alert, ...entry }: TimelineRow): TimelineEntry => ({
  entryId: key,
  at: at.toISOString(),
  ...entry,
  // PostgreSQL writes instants in JSON without milliseconds if they are 0.
  alert: alert === null ? null : { ...alert, since: new Date(alert.since).toISOString() },
  amount: amountMinor,
});
