import { languageTags } from "@reposo/contract/languages.ts";
import { dateTimeFormatter } from "#shared/time/date-time.ts";
import { useCallback, useMemo } from "react";
import { ExportButton } from "#manager/exports/index.ts";
import {
  type OrderFilters,
  type OrderRow,
  OrderRows,
  areDaysWrong,
  isOrderFiltered,
  labelsOf,
  noOrderFilters,
  orderChips,
  orderFilterQuery,
  presetOf,
  readOrderFilters,
  useLiveOrders,
  useOrderList,
  useOrderVisit,
} from "./index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { navigate } from "#shared/routing/navigation.ts";
import type { PageOf } from "#manager/lists/paged-list.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { serverNow } from "#shared/time/server-clock.ts";
import { dateInZone, dayAndHour, hourName } from "#manager/frame/shown-zone.ts";
import { ChipBar } from "#ui/chip-bar/chip-bar.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import { FilterButton } from "#manager/frame/filter-button.tsx";
import styles from "#manager/lists/list-head.module.css";
import type { Ready } from "#manager/frame/manager-page.tsx";
import { useManager, useManagerEvents } from "#manager/session/manager-session.tsx";
import { NewRowsBar } from "#manager/lists/new-rows-bar.tsx";
import { PagedResults } from "#manager/lists/paged-results.tsx";
import { useShownZone } from "#manager/frame/use-shown-zone.ts";

const filterSheet = () => import("./order-filter-sheet.tsx");

/** Filters and rows; the filters stand in the address, whose query `search` is. */
export function OrderBrowser({ ready, search, shown }: { ready: Ready; search: string; shown: boolean }) {
  const { token, userInfo, launched } = ready;
  const texts = useText("lists");
  const manager = useText("manager");
  const language = useLanguage();
  const { live } = useManager();
  const zone = useShownZone(ready);
  const filters = useMemo(() => readOrderFilters(new URLSearchParams(search)), [search]);

  const visit = useOrderVisit(token, filters, shown);
  const list = useOrderList(visit, filters, shown);
  const liveOrders = useLiveOrders(list, filters, (at) => dayAndHour(Date.parse(at), zone));
  useManagerEvents((event) => {
    if (event.name === "order") liveOrders.put(event.data);
    if (event.name === "reset") liveOrders.reset();
  });

  function apply(next: OrderFilters): void {
    navigate(hrefOf("orders", orderFilterQuery(next)), { replace: true });
    window.scrollTo(0, 0);
  }

  const labelOf = useMemo(() => labelsOf(launched.dictionary?.entries), [launched]);
  const renderPage = useCallback(
    ({ items }: PageOf<OrderRow>, start: number, total: number) => (
      <OrderRows items={items} start={start} total={total} zone={zone} labelOf={labelOf} />
    ),
    [zone, labelOf],
  );

  const numbers = new Intl.NumberFormat(languageTags[language]);
  const total = list.data?.pages[0]?.total;
  const { offered, maybeMore } = liveOrders;
  const { startDate, hour } = filters;
  const chips = orderChips(filters, {
    labelOf,
    texts,
    outletName: (areaId) => userInfo.outlets.find((outlet) => outlet.areaId === areaId)?.areaName ?? areaId,
    day: dateTimeFormatter(language, { dateStyle: "medium", timeZone: "UTC" }),
    preset: presetOf(filters, dateInZone(serverNow(), zone)),
    hour: startDate && hour && hourName(startDate, hour, zone, language),
  });

  return (
    <div hidden={!shown} className={styles.browser}>
      <div className={styles.head}>
        <div className={styles.line}>
          <p className={styles.count} role="status">
            {total === undefined ? null : fill(texts.orderCount, { count: numbers.format(total) })}
          </p>
          <div className={styles.actions}>
            {total !== undefined && total > 0 && (
              <ExportButton
                operation="orderExport"
                zone={zone}
                query={new URLSearchParams(hrefOf("orders", orderFilterQuery(filters)).split("?")[1])}
                subject={chips.map(({ label }) => label).join(" · ")}
              />
            )}
            <FilterButton
              fetchSheet={filterSheet}
              sheet={{ filters, outlets: userInfo.outlets, zone, labelOf, onFilter: apply }}
            />
          </div>
        </div>
        <ChipBar
          label={texts.filtersSet}
          chips={chips.map(({ key, label, without }) => ({
            key,
            label,
            removeLabel: fill(texts.removeFilter, { name: label }),
            onRemove: () => apply(without),
          }))}
        />
        {live === "cut" && <Banner kind="offline">{manager.notLiveList}</Banner>}
      </div>
      {(offered > 0 || maybeMore) && (
        <NewRowsBar
          text={
            maybeMore
              ? texts.maybeNewer
              : offered === 1
                ? texts.newOrder
                : fill(texts.newOrders, { count: numbers.format(offered) })
          }
          onShow={liveOrders.show}
        />
      )}
      <PagedResults
        list={list}
        visit={visit}
        zone={zone}
        words={{
          list: manager.ordersTitle,
          failed: texts.ordersFailed,
          emptyTitle: texts.noOrdersTitle,
          emptyText: texts.noOrdersText,
          noMatch: texts.noOrderMatches,
        }}
        problem={areDaysWrong(filters) ? texts.timeWrong : null}
        filtered={isOrderFiltered(filters)}
        onClear={() => apply(noOrderFilters)}
        renderPage={renderPage}
      />
    </div>
  );
}
