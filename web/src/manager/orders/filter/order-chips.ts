import type { Language } from "@reposo/contract/text/languages.ts";
import { type CountedAs, countedStatuses } from "@reposo/contract/orders/order-values.ts";
import type { Texts } from "#locales/texts.ts";
import type { FilterChip } from "#manager/shared/lists/filtered-list.tsx";
import { colon } from "#shared/i18n/colon.ts";
import { fill } from "#shared/i18n/i18n.tsx";
import type { DayPreset } from "./order-days.ts";
import type { OrderFilters } from "./order-filters.ts";
import type { LabelOf } from "#manager/orders/order-labels.ts";

const sets = ["orderStatus", "payType", "orderType"] as const;
type Kind = (typeof sets)[number] | "areaId" | "exceptAreaId";

/** Maximum number of chips per filter. More values are summarised in one chip. */
const maximumChipsPerFilter = 3;

/** Returns a chip for each active filter value, with the filters that remain when the value is removed. */
export function orderChips(
  filters: OrderFilters,
  labels: {
    readonly language: Language;
    readonly labelOf: LabelOf;
    readonly outletName: (areaId: string) => string;
    readonly day: (date: string) => string;
    /** The preset that has exactly the days of the filters; null if there is none. */
    readonly preset: DayPreset | null;
    readonly presetNames: Readonly<Record<DayPreset, string>>;
    /** The clock times of the filtered hour; null without a filter for the hour. */
    readonly hour: string | null;
    /** Names of the statuses that home counts together. */
    readonly countNames: Readonly<Record<CountedAs, string>>;
    readonly texts: Texts["lists"];
  },
): FilterChip<OrderFilters>[] {
  const { language, labelOf, outletName, day, preset, presetNames, hour, countNames, texts } = labels;
  const chips: FilterChip<OrderFilters>[] = [];
  const manyOf = (name: string) => `${name}${colon(language)}{count}`;
  const add = (kind: Kind, labels: { one: (value: string) => string; many: string }) => {
    const values: readonly string[] = filters[kind];
    if (values.length > maximumChipsPerFilter) {
      const label = fill(labels.many, { count: String(values.length) });
      chips.push({ key: kind, label, without: { ...filters, [kind]: [] } });
      return;
    }
    for (const value of values) {
      const without = { ...filters, [kind]: values.filter((other) => other !== value) };
      chips.push({ key: `${kind}-${value}`, label: labels.one(value), without });
    }
  };
  // A figure of home opens the list with one chip of the figure's name.
  const counted = countOf(filters.orderStatus);
  if (counted !== null)
    chips.push({ key: "orderStatus", label: countNames[counted], without: { ...filters, orderStatus: [] } });
  for (const set of sets)
    if (set !== "orderStatus" || counted === null)
      add(set, { one: (value) => labelOf(set, value), many: manyOf(texts[set]) });
  add("areaId", { one: outletName, many: manyOf(texts.outlets) });
  add("exceptAreaId", {
    one: (areaId) => fill(texts.withoutOutlet, { name: outletName(areaId) }),
    many: texts.withoutOutlets,
  });
  const { deviceId, startDate, endDate } = filters;
  if (deviceId !== null)
    chips.push({ key: "deviceId", label: deviceId, without: { ...filters, deviceId: null } });
  if (startDate !== null || endDate !== null) {
    const span = startDate === endDate ? [startDate] : [startDate, endDate];
    const label =
      preset === null
        ? span.map((date) => (date === null ? "…" : day(date))).join(" – ")
        : presetNames[preset];
    chips.push({ key: "days", label, without: { ...filters, startDate: null, endDate: null, hour: null } });
  }
  if (hour !== null) chips.push({ key: "hour", label: hour, without: { ...filters, hour: null } });
  return chips;
}

/** Returns the count of home that has exactly these statuses; null if there is none. */
function countOf(statuses: OrderFilters["orderStatus"]): CountedAs | null {
  const isSame = (counted: readonly string[]) =>
    counted.length === statuses.length && statuses.every((status) => counted.includes(status));
  const found = Object.entries(countedStatuses).find(([, counted]) => isSame(counted));
  return (found?.[0] as CountedAs | undefined) ?? null;
}
