import { zoneOf } from "#platform/time/calendar.ts";
import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ranking } from "@reposo/contract/revenue/income-chart.ts";
import type { RankingSort } from "@reposo/contract/revenue/report-values.ts";
import { type SortValue, sortRows } from "@reposo/contract/sort-rows.ts";
import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
import { countNormalByDevice, countNormalByOutlet } from "#features/orders/index.ts";
import { type OutletRecord, outletsById, requireOutlets } from "#features/outlets/index.ts";
import { currenciesAmong, sumByDevice, sumByOutlet, sumUntil } from "#features/revenue/index.ts";
import { type ComparedRange, comparedRange, comparedTimes } from "./compared-range.ts";
import type { FiguresCaller, StatisticsDependencies } from "./report-range.ts";

type Request = RequestOf<typeof ranking>;
type Reply = ReplyOf<typeof ranking>;
type Row = Reply["rankings"][number]["rows"][number];

/** An amount of a currency, or a number of orders without a currency, of an outlet or chair. */
interface Figure {
  readonly outletId: string;
  readonly deviceId?: string;
  readonly currency: Currency | null;
  readonly value: number;
}

const sortValues: Readonly<Record<RankingSort, SortValue<Row>>> = {
  value: ({ value }) => value,
  earlier: ({ earlier }) => earlier,
  change: ({ value, earlier }) => value - earlier,
  name: ({ areaName, deviceId }) => deviceId ?? areaName,
};

/** Compares outlets, or chairs at the outlets where they stood, with an earlier range. */
export function createRankings({ database, clock }: StatisticsDependencies) {
  async function incomeOf(outletIds: readonly string[], { current, earlier, until }: ComparedRange, by: By) {
    const [now, before] = await Promise.all([
      (by === "outlets" ? sumByOutlet : sumByDevice)(database, outletIds, current),
      sumUntil(database, outletIds, { from: earlier.from, to: until }, by),
    ]);
    return [now, before].map((rows): Figure[] =>
      rows.map(({ online, cash, ...place }) => ({ ...place, value: online + cash })),
    );
  }

  async function ordersOf(outletIds: readonly string[], { current, earlier, until }: ComparedRange, by: By) {
    const count = by === "outlets" ? countNormalByOutlet : countNormalByDevice;
    const ranges = [current, { from: earlier.from, to: until }];
    const counts = await Promise.all(ranges.map((range) => count(database, outletIds, range)));
    return counts.map((rows): Figure[] =>
      rows.map(({ orders, ...place }) => ({ ...place, currency: null, value: orders })),
    );
  }

  return async (
    caller: FiguresCaller,
    requestedZone: string | null,
    { measure, by, sort, order, limit = 20, ...request }: Request,
    language: Language,
  ): Promise<Reply> => {
    const outletIds = requireOutlets(caller, request);
    const now = clock.now();
    const compared = comparedRange(request, now, zoneOf(caller, requestedZone));
    const [outlets, [figures = [], earlier = []]] = await Promise.all([
      outletsById(database, outletIds),
      measure === "income" ? incomeOf(outletIds, compared, by) : ordersOf(outletIds, compared, by),
    ]);
    const all = rowsOf(outlets, { figures, earlier }, { measure, by });
    const currencies = measure === "income" ? currenciesIn(outlets, all) : [null];
    return {
      ...comparedTimes(compared, now),
      rankings: currencies.map((currency) => {
        const rows = sortRows(
          all.filter((row) => row.currency === currency).map(({ currency: _currency, ...row }) => row),
          sortValues[sort],
          order === "asc",
          languageTags[language],
        );
        const rest = rows.slice(limit);
        return { currency, rows: rows.slice(0, limit), rest: { rows: rest.length, ...sumOf(rest) } };
      }),
    };
  };
}

type By = Request["by"];
type CurrencyRow = Row & Pick<Figure, "currency">;

const sumOf = (rows: readonly Row[]) => ({
  value: rows.reduce((sum, row) => sum + row.value, 0),
  earlier: rows.reduce((sum, row) => sum + row.earlier, 0),
});

const currenciesIn = (outlets: readonly OutletRecord[], rows: readonly CurrencyRow[]): Currency[] =>
  currenciesAmong(
    outlets.map((outlet) => outlet.currency),
    rows.flatMap(({ currency }) => (currency === null ? [] : [{ currency }])),
  );

/** Returns the rows in order of their names: of every outlet, but only of chairs that have figures. */
function rowsOf(
  outlets: readonly OutletRecord[],
  { figures, earlier }: Readonly<Record<"figures" | "earlier", readonly Figure[]>>,
  { measure, by }: Pick<Request, "measure" | "by">,
): CurrencyRow[] {
  const rows = new Map<string, CurrencyRow>();
  const rowOf = ({ outletId, name }: OutletRecord, deviceId: string | null, currency: Currency | null) => {
    const key = `${outletId} ${deviceId ?? ""} ${currency ?? ""}`;
    const row = rows.get(key) ?? {
      areaId: outletId,
      areaName: name,
      deviceId,
      currency,
      value: 0,
      earlier: 0,
    };
    rows.set(key, row);
    return row;
  };
  const outletOf = new Map(outlets.map((outlet) => [outlet.outletId, outlet]));
  if (by === "outlets")
    for (const outlet of outlets) rowOf(outlet, null, measure === "income" ? outlet.currency : null);
  for (const [name, each] of [
    ["value", figures],
    ["earlier", earlier],
  ] as const)
    for (const { outletId, deviceId, currency, value } of each) {
      const outlet = outletOf.get(outletId);
      if (outlet !== undefined)
        rowOf(outlet, by === "devices" ? (deviceId ?? null) : null, currency)[name] += value;
    }
  return sortRows([...rows.values()], sortValues.name, true, languageTags.en_US);
}
