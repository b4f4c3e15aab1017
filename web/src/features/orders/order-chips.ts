import type { ListsTexts } from "#locales/texts.ts";
import { fill } from "#platform/i18n.tsx";
import type { DayPreset } from "./order-days.ts";
import type { OrderFilters } from "./order-filters.ts";
import type { LabelOf } from "./order-labels.ts";

export interface FilterChip {
  readonly key: string;
  readonly label: string;
  /** The filters without it. */
  readonly without: OrderFilters;
}

const sets = ["orderStatus", "payType", "orderType"] as const;

/** One chip a value that narrows the list. */
export function orderChips(
  filters: OrderFilters,
  labels: {
    readonly labelOf: LabelOf;
    readonly outletName: (areaId: string) => string;
    readonly day: (date: string) => string;
    readonly preset: DayPreset | null;
    readonly texts: ListsTexts;
  },
): FilterChip[] {
  const { labelOf, outletName, day, preset, texts } = labels;
  const chips: FilterChip[] = sets.flatMap((set) =>
    (filters[set] as readonly string[]).map((value) => ({
      key: `${set}-${value}`,
      label: labelOf(set, value),
      without: { ...filters, [set]: (filters[set] as readonly string[]).filter((other) => other !== value) },
    })),
  );
  for (const kind of ["areaId", "exceptAreaId"] as const)
    for (const areaId of filters[kind]) {
      const without = { ...filters, [kind]: filters[kind].filter((other) => other !== areaId) };
      const name = outletName(areaId);
      const label = kind === "areaId" ? name : fill(texts.withoutOutlet, { name });
      chips.push({ key: `${kind}-${areaId}`, label, without });
    }
  const { deviceId, startDate, endDate } = filters;
  if (deviceId !== null)
    chips.push({ key: "deviceId", label: deviceId, without: { ...filters, deviceId: null } });
  if (startDate !== null || endDate !== null) {
    const span = startDate === endDate ? [startDate] : [startDate, endDate];
    const label =
      preset === null ? span.map((date) => (date === null ? "…" : day(date))).join(" – ") : texts[preset];
    chips.push({ key: "days", label, without: { ...filters, startDate: null, endDate: null } });
  }
  return chips;
}
