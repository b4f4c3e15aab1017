import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { deviceList } from "@reposo/contract/devices/devices.ts";
import { normaliseDeviceId, normaliseSearch } from "@reposo/contract/text/typed-text.ts";
import type { Texts } from "#locales/texts.ts";
import { type FilterChip, outletName } from "#manager/shared/lists/filtered-list.tsx";
import { rowsPerPage } from "#manager/shared/lists/list-query.ts";
import { oneOf } from "#shared/routing/routes.ts";

export const onlineFilters = ["all", "online", "offline"] as const;
export const usageFilters = ["all", "inUse", "idle"] as const;
export const conditionFilters = ["all", "abnormal", "normal"] as const;

export interface DeviceFilters {
  readonly keyword: string;
  readonly online: (typeof onlineFilters)[number];
  readonly use: (typeof usageFilters)[number];
  /** `abnormal` means offline, faulty, out of service, or disabled. */
  readonly condition: (typeof conditionFilters)[number];
  /** Null means all outlets of the manager. */
  readonly areaId: string | null;
}

export const noFilters: DeviceFilters = {
  keyword: "",
  online: "all",
  use: "all",
  condition: "all",
  areaId: null,
};

/**
 * Reads the filters from the address, which contains them so that Back, a reload, and a copied link preserve them.
 * Unknown values mean `all`.
 */
export function readFilters(query: URLSearchParams): DeviceFilters {
  return {
    keyword: (query.get("keyword") ?? "").slice(0, 64),
    online: oneOf(onlineFilters, query.get("online")) ?? "all",
    use: oneOf(usageFilters, query.get("use")) ?? "all",
    condition: oneOf(conditionFilters, query.get("condition")) ?? "all",
    areaId: query.get("areaId") || null,
  };
}

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

export function listRequest({ keyword, areaId, ...states }: DeviceFilters): RequestOf<typeof deviceList> {
  const text = keyword.trim();
  return {
    ...states,
    limit: rowsPerPage,
    ...(text && { keyword: text }),
    ...(areaId && { areaId: [areaId] }),
  };
}

export type DeviceRow = ReplyOf<typeof deviceList>["items"][number];

const isAbnormal = ({ online, fault }: DeviceRow): boolean => !online || fault !== null;

/** Whether a device belongs in the filtered list. The rules are the same as on the server. */
export function matchesDeviceFilters(device: DeviceRow, filters: DeviceFilters): boolean {
  const keyword = normaliseSearch(filters.keyword);
  const { deviceId, areaId, areaName, online, inUse } = device;
  return (
    (filters.online === "all" || online === (filters.online === "online")) &&
    (filters.use === "all" || inUse === (filters.use === "inUse")) &&
    (filters.condition === "all" || isAbnormal(device) === (filters.condition === "abnormal")) &&
    (filters.areaId === null || areaId === filters.areaId) &&
    (deviceId.includes(normaliseDeviceId(keyword) || keyword) || normaliseSearch(areaName).includes(keyword))
  );
}

/** Returns one chip per active filter. The keyword has no chip, because the search field shows it. */
export function deviceChips(
  filters: DeviceFilters,
  outlets: Parameters<typeof outletName>[0],
  texts: Texts["manager"] & Texts["lists"],
): FilterChip<DeviceFilters>[] {
  const labels: Record<string, string | null> = {
    areaId: filters.areaId && outletName(outlets, filters.areaId),
    online: { all: null, online: texts.devicesOnline, offline: texts.offline }[filters.online],
    use: { all: null, inUse: texts.inUse, idle: texts.idle }[filters.use],
    condition: { all: null, abnormal: texts.abnormal, normal: texts.normal }[filters.condition],
  };
  return Object.entries(labels).flatMap(([key, label]) =>
    label === null
      ? []
      : [{ key, label, without: { ...filters, [key]: noFilters[key as keyof DeviceFilters] } }],
  );
}
