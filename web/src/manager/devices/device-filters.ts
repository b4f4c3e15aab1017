import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { deviceList } from "@reposo/contract/devices.ts";

export const onlineFilters = ["all", "online", "offline"] as const;
export const useFilters = ["all", "inUse", "idle"] as const;
export const conditionFilters = ["all", "abnormal", "normal"] as const;

export interface DeviceFilters {
  readonly keyword: string;
  readonly online: (typeof onlineFilters)[number];
  readonly use: (typeof useFilters)[number];
  /** Abnormal: offline, faulty or disabled. */
  readonly condition: (typeof conditionFilters)[number];
  /** Null: all of the manager's outlets. */
  readonly areaId: string | null;
}

export const noFilters: DeviceFilters = {
  keyword: "",
  online: "all",
  use: "all",
  condition: "all",
  areaId: null,
};

const oneOf = <V extends string>(values: readonly V[], value: string | null): V =>
  values.find((known) => known === value) ?? (values[0] as V);

/** Filters live in the address, so that Back, a reload and a copied link keep them; what is unknown counts as all. */
export function readFilters(query: URLSearchParams): DeviceFilters {
  return {
    keyword: (query.get("keyword") ?? "").slice(0, 64),
    online: oneOf(onlineFilters, query.get("online")),
    use: oneOf(useFilters, query.get("use")),
    condition: oneOf(conditionFilters, query.get("condition")),
    areaId: query.get("areaId") || null,
  };
}

/** What the address carries: only what differs from 'all'. */
export function filterQuery({
  keyword,
  online,
  use,
  condition,
  areaId,
}: DeviceFilters): Record<string, string | null> {
  return {
    keyword: keyword.trim() || null,
    online: online === "all" ? null : online,
    use: use === "all" ? null : use,
    condition: condition === "all" ? null : condition,
    areaId,
  };
}

export const isFiltered = (filters: DeviceFilters): boolean =>
  Object.values(filterQuery(filters)).some((value) => value !== null);

export function listRequest(filters: DeviceFilters, cursor: string | null): RequestOf<typeof deviceList> {
  const { keyword, areaId } = filterQuery(filters);
  return {
    online: filters.online,
    use: filters.use,
    condition: filters.condition,
    limit: 20,
    ...(keyword ? { keyword } : {}),
    ...(areaId ? { areaId: [areaId] } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
}

export type DeviceRow = ReplyOf<typeof deviceList>["items"][number];

const isAbnormal = ({ online, fault }: DeviceRow): boolean => !online || fault !== null;

/** Whether a chair belongs into the filtered list, by the server's own rules. */
export function fitsDeviceFilters(device: DeviceRow, filters: DeviceFilters): boolean {
  const keyword = filters.keyword.trim();
  const { deviceId, areaId, areaName, online, inUse } = device;
  return (
    (filters.online === "all" || online === (filters.online === "online")) &&
    (filters.use === "all" || inUse === (filters.use === "inUse")) &&
    (filters.condition === "all" || isAbnormal(device) === (filters.condition === "abnormal")) &&
    (filters.areaId === null || areaId === filters.areaId) &&
    (deviceId.includes(keyword.toUpperCase()) || areaName.toLowerCase().includes(keyword.toLowerCase()))
  );
}

/** Whether a chair's own doings make it enter or leave the list. */
export const followsState = ({ online, use, condition }: DeviceFilters): boolean =>
  online !== "all" || use !== "all" || condition !== "all";
