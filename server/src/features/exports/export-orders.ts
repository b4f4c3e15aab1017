import { dateIn } from "#platform/time/calendar.ts";
import { currencyLabels } from "@reposo/contract/money/money.ts";
import { dictionaryLabels } from "#features/dictionary/index.ts";
import {
  allOrders,
  countMatching,
  type ExportedOrder,
  type OrderFilterRequest,
  readOrderFilter,
} from "#features/orders/index.ts";
import { lateTimesOfOutlets } from "#features/revenue/index.ts";
import type { FileResponse } from "#platform/http/serve-file.ts";
import { releaseRows, type Snapshot } from "#platform/postgres/snapshot.ts";
import { createWallClock } from "#platform/table-files/cell-values.ts";
import type { Cell, ColumnKind } from "#platform/table-files/table.ts";
import {
  columnsOf,
  type ExportCall,
  exportFile,
  type ExportDependencies,
  formatHour,
  zoneOfCall,
} from "./export-file.ts";
import { exportLabels, type Heading } from "./export-labels.ts";

const columns: readonly (readonly [Heading, ColumnKind])[] = [
  ["orderNumber", "text"],
  ["orderTime", "time"],
  ["outlet", "text"],
  ["device", "text"],
  ["orderType", "text"],
  ["payType", "text"],
  ["orderStatus", "text"],
  ["gear", "count"],
  ["minutes", "count"],
  ["amount", "hundredths"],
  ["refunded", "hundredths"],
  ["currency", "text"],
  ["couponProperty", "text"],
  ["cashCouponCode", "text"],
  ["couponCode", "text"],
  ["started", "time"],
  ["ended", "time"],
  ["endReason", "text"],
  ["orderId", "text"],
  // New columns must be the last ones, because other programs may read files by column position.
  ["parentOrderId", "text"],
  ["lateEntry", "time"],
];

export const exportOrders =
  (deps: ExportDependencies) =>
  async (call: ExportCall<OrderFilterRequest>): Promise<FileResponse> => {
    const { caller, request, language } = call;
    const filter = readOrderFilter(caller, request, zoneOfCall(call));
    const labels = exportLabels[language];
    const today = dateIn(deps.clock.now(), zoneOfCall(call)).toString();
    return exportFile(deps, call, async (snapshot) => ({
      name: labels.tables.orders,
      fileName: `${labels.tables.orders}_${daysOf(request, today)}`,
      columns: columnsOf(labels, columns),
      count: await countMatching(snapshot.db, filter),
      batches: rowsOf(snapshot, filter, call, await lateTimes(deps, snapshot, filter)),
    }));
  };

/** Returns the days, or the day and hour, for the file name. Without an end date, the name ends with today. */
function daysOf({ startDate, endDate, hour }: OrderFilterRequest, today: string): string {
  // An hour requires equal dates, so one may be omitted only if the other is the first or last date that a filter may
  // contain.
  if (hour !== undefined) return `${startDate ?? endDate}_${formatHour(hour)}`;
  if (startDate !== undefined) return `${startDate}_${endDate ?? today}`;
  return endDate === undefined ? today : `.._${endDate}`;
}

type Filter = ReturnType<typeof readOrderFilter>;

/** Reads the times of all late orders with one query instead of one per batch, because few orders are late. */
const lateTimes = ({ monthClosesAfterDays }: ExportDependencies, { db }: Snapshot, filter: Filter) =>
  lateTimesOfOutlets(db, { outletIds: filter.outletIds, from: filter.range?.from }, monthClosesAfterDays);

async function* rowsOf(
  snapshot: Snapshot,
  filter: Filter,
  call: ExportCall<unknown>,
  lateAt: ReadonlyMap<string, Date>,
): AsyncGenerator<(readonly Cell[])[]> {
  const labels = exportLabels[call.language];
  const dictionary = dictionaryLabels[call.language];
  const wall = createWallClock(zoneOfCall(call));
  const wallTime = (ms: number | null) => (ms === null ? null : wall(ms));
  const rowOf = (order: ExportedOrder): readonly Cell[] => [
    order.orderNumber,
    wall(order.orderedMs),
    order.outletName,
    order.deviceId,
    dictionary.orderType[order.orderType],
    dictionary.payType[order.payType],
    dictionary.orderStatus[order.status],
    order.gear,
    order.minutes,
    order.amountMinor,
    order.refundedMinor,
    currencyLabels[order.currency],
    order.couponProperty && dictionary.couponProperty[order.couponProperty],
    order.cashCouponCode,
    order.couponCode,
    wallTime(order.startedMs),
    wallTime(order.endedMs),
    order.endReason && labels.endReasons[order.endReason],
    order.orderId,
    order.parentOrderId,
    wallTime(lateAt.get(order.orderId)?.getTime() ?? null),
  ];
  for await (const orders of snapshot.batches(allOrders(filter))) {
    const rows = orders.map(rowOf);
    yield rows;
    releaseRows(rows);
  }
}
