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
import type { Snapshot } from "#platform/postgres/snapshot.ts";
import { createWallClock } from "#platform/table-files/cell-values.ts";
import {
  type ExportCall,
  type ExportColumn,
  exportFile,
  type ExportDependencies,
  formatHour,
  tableOf,
  zoneOfCall,
} from "./export-file.ts";
import { exportLabels } from "./export-labels.ts";

function columnsOfOrders(call: ExportCall<unknown>, lateAt: ReadonlyMap<string, Date>) {
  const labels = exportLabels[call.language];
  const dictionary = dictionaryLabels[call.language];
  const wall = createWallClock(zoneOfCall(call));
  const wallTime = (ms: number | null) => (ms === null ? null : wall(ms));
  const columns: readonly ExportColumn<ExportedOrder>[] = [
    ["orderNumber", "text", (order) => order.orderNumber],
    ["orderTime", "time", (order) => wall(order.orderedMs)],
    ["outlet", "text", (order) => order.outletName],
    ["device", "text", (order) => order.deviceId],
    ["orderType", "text", (order) => dictionary.orderType[order.orderType]],
    ["payType", "text", (order) => dictionary.payType[order.payType]],
    ["orderStatus", "text", (order) => dictionary.orderStatus[order.status]],
    ["gear", "count", (order) => order.gear],
    ["minutes", "count", (order) => order.minutes],
    ["amount", "hundredths", (order) => order.amountMinor],
    ["refunded", "hundredths", (order) => order.refundedMinor],
    ["currency", "text", (order) => currencyLabels[order.currency]],
    [
      "couponProperty",
      "text",
      ({ couponProperty: property }) => property && dictionary.couponProperty[property],
    ],
    ["cashCouponCode", "text", (order) => order.cashCouponCode],
    ["couponCode", "text", (order) => order.couponCode],
    ["started", "time", (order) => wallTime(order.startedMs)],
    ["ended", "time", (order) => wallTime(order.endedMs)],
    ["endReason", "text", ({ endReason }) => endReason && labels.endReasons[endReason]],
    ["orderId", "text", (order) => order.orderId],
    // New columns must be the last ones, because other programs may read files by column position.
    ["parentOrderId", "text", (order) => order.parentOrderId],
    ["lateEntry", "time", ({ orderId }) => wallTime(lateAt.get(orderId)?.getTime() ?? null)],
    ["continuesNumber", "text", (order) => order.continuesNumber],
  ];
  return columns;
}

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
      count: await countMatching(snapshot.db, filter),
      ...tableOf(
        labels,
        columnsOfOrders(call, await lateTimes(deps, snapshot, filter)),
        snapshot.batches(
          allOrders(filter, { column: request.sort ?? "time", ascending: request.order === "asc" }),
        ),
      ),
    }));
  };

/**
 * Returns the requested days, or the day and the hour, for the file name. If the end date is omitted, the last day is
 * today.
 */
function daysOf({ startDate, endDate, hour }: OrderFilterRequest, today: string): string {
  // A filter with an hour covers one day. If one of its dates is omitted, the default of this date equals the other
  // one.
  if (hour !== undefined) return `${startDate ?? endDate}_${formatHour(hour)}`;
  if (startDate !== undefined) return `${startDate}_${endDate ?? today}`;
  return endDate === undefined ? today : `.._${endDate}`;
}

type Filter = ReturnType<typeof readOrderFilter>;

/**
 * Returns when an entry of each order was last added to a closed month. One query reads the times of all orders instead
 * of one query per batch, because few orders have such an entry.
 */
const lateTimes = ({ monthClosesAfterDays }: ExportDependencies, { db }: Snapshot, filter: Filter) =>
  lateTimesOfOutlets(db, { outletIds: filter.outletIds, from: filter.range?.from }, monthClosesAfterDays);
