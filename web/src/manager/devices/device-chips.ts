import { type DeviceFilters, noFilters } from "./index.ts";
import type { ListsTexts, ManagerTexts } from "#locales/texts.ts";

/** One chip a choice that narrows the list; what is searched for stands in its own field. */
export function deviceChips(
  filters: DeviceFilters,
  outlets: readonly { areaId: string; areaName: string }[],
  texts: ManagerTexts & ListsTexts,
): { key: string; label: string; without: DeviceFilters }[] {
  const outlet = outlets.find(({ areaId }) => areaId === filters.areaId)?.areaName ?? filters.areaId;
  const labels: Record<string, string | null> = {
    areaId: outlet,
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
