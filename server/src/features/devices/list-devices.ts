import type { deviceList } from "@reposo/contract/devices/devices.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { Database } from "#platform/postgres/database.ts";
import { pageOf, totalOf } from "#platform/postgres/page-cursor.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { isDeviceId } from "./devices-rules.ts";
import { countMatching, type DeviceFilter, selectDevices, selectSortedDevices } from "./devices-store.ts";
import { viewDevice } from "./devices-view.ts";

type DeviceListRequest = RequestOf<typeof deviceList>;

/** Converts an option of the request into a condition. Returns null if the option does not restrict the list. */
const filterOf = <V extends string>(value: V | "all" | undefined, meansTrue: V): boolean | null =>
  value === undefined || value === "all" ? null : value === meansTrue;

/** Returns a page of the chairs of the caller's outlets, by default sorted by ID. `total` counts all chairs that match. */
export const listDevices =
  (database: Database) =>
  async (
    caller: { readonly outletIds: readonly string[] },
    request: DeviceListRequest,
  ): Promise<ReplyOf<typeof deviceList>> => {
    const filter: DeviceFilter = {
      outletIds: requireOutlets(caller, request),
      deviceId: request.deviceId ?? null,
      keyword: request.keyword || null,
      online: filterOf(request.online, "online"),
      inUse: filterOf(request.use, "inUse"),
      abnormal: filterOf(request.condition, "abnormal"),
    };
    const { limit = 20, sort, order } = request;
    const after = request.cursor === undefined ? null : readCursor(request.cursor);
    const [devices, counted] = await Promise.all([
      sort === undefined
        ? selectDevices(database, filter, after, limit + 1)
        : selectSortedDevices(
            database,
            filter,
            { column: sort, ascending: order === "asc" },
            after,
            limit + 1,
          ),
      countMatching(database, filter),
    ]);
    const page = pageOf(devices, limit, ({ deviceId }) => writeCursor(deviceId));
    return { ...page, items: page.items.map(viewDevice), total: totalOf(counted, page, after === null) };
  };

const writeCursor = (deviceId: string): string => Buffer.from(deviceId).toString("base64url");

function readCursor(cursor: string): string {
  const deviceId = Buffer.from(cursor, "base64url").toString();
  if (isDeviceId(deviceId)) return deviceId;
  throw invalidField("cursor", "format");
}
