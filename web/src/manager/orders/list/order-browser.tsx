import { maxSortedOrders, orderSorts } from "@reposo/contract/orders/order-values.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { ExportButton } from "#manager/exports/index.ts";
import { replaceAddress, SearchBox } from "#manager/search/index.ts";
import { holds } from "#manager/shared/session/account.ts";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { dateInZone, dayAndHour, hourName, zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { useDayGroups } from "#manager/shared/lists/day-heading.tsx";
import { FilterButton } from "#manager/shared/lists/filter-button.tsx";
import { FilteredList, outletName } from "#manager/shared/lists/filtered-list.tsx";
import { useNewRows } from "#manager/shared/lists/new-rows.ts";
import { readSorting, sortFields } from "#manager/shared/lists/table-state.ts";
import { useTable } from "#manager/shared/lists/use-table.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { dateTimeFormatter, fullDate } from "@reposo/contract/text/date-styles.ts";
import { useMinutes } from "#shared/time/ticking-clock.ts";
import { orderChips } from "#manager/orders/filter/order-chips.ts";
import { useOrderColumns } from "./order-columns.tsx";
import { JumpSheet } from "./jump-sheet.tsx";
import { type OrderDays, OrderDaysProvider, renderOrderDay } from "./order-day-heading.tsx";
import { daySumsQuery } from "./order-day-queries.ts";
import { presetOf } from "#manager/orders/filter/order-days.ts";
import {
  areDaysWrong,
  isOrderFiltered,
  matchesOrderFilters,
  noOrderFilters,
  orderFilterQuery,
  type OrderFilters,
  type OrderRow,
  readOrderFilters,
  withStart,
} from "#manager/orders/filter/order-filters.ts";
import { labelsOf } from "#manager/orders/order-labels.ts";
import { OrderListRow } from "./order-row.tsx";
import { isResorted, orderListQuery } from "./order-list-query.ts";
import { OrderFilterSheet } from "#manager/orders/filter/order-filter-sheet.tsx";
import { Button } from "#ui/button/button.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { DetailsIcon } from "#ui/icons/manager-icons.tsx";

const keyOf = ({ orderId }: OrderRow): string => orderId;
const timeOf = ({ orderTime }: OrderRow): string => orderTime;

/** Shows the filters and rows of the order list. The address contains the filters and the state of the table. */
export function OrderBrowser({ ready: { userInfo, labels } }: { ready: Ready }) {
  const texts = useText("lists");
  const { sortLimit } = useText("tables");
  const { ordersTitle, ordersNormal, ordersAbnormal, ordersUnpaid } = useText("manager");
  const presetNames = { ...useText("details"), anyTime: texts.anyTime };
  const language = useLanguage();
  const zone = useZone();
  const now = useMinutes();
  const address = useAddressQuery();
  const filters = readOrderFilters(address);
  const sorting = readSorting(address, orderSorts);
  const query = orderListQuery(filters, zoneKeyIn(zone), sorting);
  const list = useInfiniteQuery(query);
  const total = list.data?.total;
  const labelOf = useMemo(() => labelsOf(labels), [labels]);
  const hasDays = !isResorted(sorting);
  // The server sorts a longer list only by time.
  const isSortable = total === undefined || total <= maxSortedOrders;
  const table = useTable({
    route: "orders",
    parameter: "orderId",
    columns: useOrderColumns(zone, labelOf, isSortable, hasDays),
    keyOf,
  });

  const newRows = useNewRows<OrderRow>({
    queryKey: query.queryKey,
    list: list.data,
    rowOf: (event) => (event.name === "order" ? event.data : null),
    idOf: ({ orderId }) => orderId,
    matches: (order) => matchesOrderFilters(order, dayAndHour(Date.parse(order.orderTime), zone), filters),
    isBefore: (order, other) => isResorted(sorting) || order.orderTime >= other.orderTime,
  });

  function apply(next: OrderFilters): void {
    replaceAddress(hrefOf("orders", { ...orderFilterQuery(next), ...table.query, orderId: table.selected }));
    window.scrollTo(0, 0);
  }

  const groups = useDayGroups(timeOf, renderOrderDay);
  const renderRow = useCallback(
    (order: OrderRow, position: number, total: number) => (
      <OrderListRow key={order.orderId} {...{ order, position, total, zone, labelOf, hasDays }} />
    ),
    [zone, labelOf, hasDays],
  );
  const [jumpFrom, setJumpFrom] = useState<string | null>(null);
  const startAt = (day: string) => apply(withStart(filters, day));
  const { rows = [] } = list.data ?? {};
  const [firstDay, lastDay] = [rows[0], rows[rows.length - 1]].map((row) =>
    row === undefined ? null : groups.groupOf(row),
  );
  // A list that already begins with the day of its last row would be the same list.
  const mayContinue = hasDays && lastDay != null && lastDay !== filters.endDate;

  const numbers = new Intl.NumberFormat(languageTags[language]);
  const { startDate, hour } = filters;
  const chips = orderChips(filters, {
    language,
    labelOf,
    texts,
    presetNames,
    countNames: { normal: ordersNormal, abnormal: ordersAbnormal, unpaid: ordersUnpaid },
    outletName: (areaId) => outletName(userInfo.outlets, areaId),
    day: dateTimeFormatter(language, { ...fullDate, timeZone: "UTC" }),
    preset: presetOf(filters, dateInZone(now, zone)),
    hour: startDate && hour && hourName(startDate, hour, zone, language),
  });

  const orders = (
    <FilteredList
      list={list}
      lead={holds(userInfo, "home") && <SearchBox />}
      count={
        total !== undefined && (
          <>
            {fill(texts.orderCount, { count: numbers.format(total) })}
            {!isSortable && (
              <ByWidth
                inline
                narrow={null}
                wide={` · ${fill(sortLimit, { count: numbers.format(maxSortedOrders) })}`}
              />
            )}
          </>
        )
      }
      actions={
        <>
          {total !== undefined && total > 0 && (
            <ExportButton
              operation="orderExport"
              query={
                new URLSearchParams(
                  hrefOf("orders", { ...orderFilterQuery(filters), ...sortFields(sorting) }).split("?")[1],
                )
              }
              subject={[ordersTitle, ...chips.map(({ label }) => label)].join(" · ")}
            />
          )}
          {hasDays && firstDay != null && (
            <ByWidth
              narrow={null}
              wide={
                <Button variant="plain" onClick={() => setJumpFrom(firstDay)}>
                  {texts.jump}
                </Button>
              }
            />
          )}
          {table.columnsButton}
          <FilterButton
            Sheet={OrderFilterSheet}
            props={{ filters, outlets: userInfo.outlets, zone, labelOf, onFilter: apply }}
          />
        </>
      }
      chips={chips}
      onFilter={apply}
      newRows={newRows}
      texts={{
        list: ordersTitle,
        failed: texts.ordersFailed,
        emptyTitle: texts.noOrdersTitle,
        emptyIcon: <DetailsIcon />,
        emptyText: texts.noOrdersText,
        noMatch: texts.noOrderMatches,
      }}
      problem={areDaysWrong(filters) ? texts.timeWrong : null}
      filters={{ active: isOrderFiltered(filters), onClear: () => apply(noOrderFilters) }}
      renderRow={renderRow}
      groups={hasDays ? groups : undefined}
      onContinue={mayContinue ? () => startAt(lastDay) : undefined}
      table={table.table}
    />
  );
  const days: OrderDays = {
    sums: list.data?.daySums ?? [],
    queryOf: (day) => daySumsQuery(filters, day, zoneKeyIn(zone)),
    onJump: setJumpFrom,
  };
  return (
    <OrderDaysProvider value={days}>
      {orders}
      {jumpFrom !== null && <JumpSheet day={jumpFrom} onJump={startAt} onClose={() => setJumpFrom(null)} />}
    </OrderDaysProvider>
  );
}
