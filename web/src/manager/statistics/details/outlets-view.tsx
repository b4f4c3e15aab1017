import { currencyLabels, formatMoney, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ExportButton } from "#manager/exports/index.ts";
import {
  allOutlets,
  type NamedOutlets,
  nameOutlets,
  onlyOutlet,
} from "#manager/statistics/reports/named-outlets.ts";
import { exportQuery, ordersQuery, rowsWithOrders } from "#manager/statistics/reports/report-requests.ts";
import {
  type OutletFigures,
  type Overview,
  overviewQuery,
} from "#manager/statistics/reports/report-queries.ts";
import {
  type Channel,
  childSelection,
  type ReportSelection,
} from "#manager/statistics/reports/report-selection.ts";
import { ReportCard } from "#manager/statistics/reports/report-card.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/text/badge.tsx";
import { List } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { CounterCashRow } from "./counter-cash-row.tsx";
import { averageFormat, countFormat, daysOf, daysText, hrefTo, type ViewProps } from "./report-context.ts";
import { ReportTable, useMoneyColumn } from "./report-table.tsx";
import { ReportView } from "./report-view.tsx";

export function OutletsView(props: ViewProps) {
  const { ready, selection, isPeriodValid } = props;
  const texts = useText("details");
  const query = overviewQuery(selection, zoneKeyIn(useZone()));
  const report = useQuery({ ...query, enabled: isPeriodValid });
  return (
    <>
      <ReportView {...props} report={report}>
        {(data) =>
          data.areas.length === 0 ? (
            <Notice kind="empty" title={texts.noOutletsTitle} text={texts.noOutletsText} />
          ) : (
            ownCurrencyFirst(data.totals, selection.currency ?? ready.userInfo.currency).map(
              (sums, index) => (
                <CurrencyReport
                  key={sums.currency}
                  data={data}
                  sums={sums}
                  selection={selection}
                  all={ready.userInfo.outlets.map(({ areaId }) => areaId)}
                  isFirst={index === 0}
                />
              ),
            )
          )
        }
      </ReportView>
      {isPeriodValid && report.data !== undefined && (
        <List>
          <CounterCashRow selection={selection} />
        </List>
      )}
    </>
  );
}

function CurrencyReport({
  data,
  sums,
  selection,
  all,
  isFirst,
}: {
  data: Overview;
  sums: Overview["totals"][number];
  selection: ReportSelection;
  all: readonly string[];
  isFirst: boolean;
}) {
  const texts = useText("details");
  const { empty } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { currency } = sums;
  const isOnlyCurrency = data.totals.length === 1;
  const areas = data.areas.filter((area) => area.currency === currency);
  const counted = useMemo(() => rowsWithOrders(data.areas), [data]);
  const days = { ...daysOf(data, zone), hour: selection.period.hour };
  const counts = countFormat(language);
  const averages = averageFormat(language);
  const moneyColumn = useMoneyColumn<OutletFigures>(currency);
  const countedAreas = areas.filter((area) => counted.has(area));
  const orders = countedAreas.reduce((sum, area) => sum + area.orders, 0);
  const devices = areas.reduce((sum, area) => sum + area.devices, 0);

  const whole = (channel: Channel | null) =>
    hrefTo(childSelection(selection, { channel, currency, entries: channel === null }));
  const areaId = countedAreas.map((area) => area.areaId);
  const named = isOnlyCurrency
    ? selection.outlets
    : areaId.length > 0
      ? nameOutlets({ ...allOutlets, areaId }, all)
      : null;
  const ordersOf = (outlets: NamedOutlets) => hrefOf("orders", ordersQuery(days, outlets));
  const outlet = ({ areaId }: OutletFigures) =>
    hrefTo(childSelection(selection, { outlets: onlyOutlet(areaId), currency }));
  const money = (channel: "online" | "cash" | null) => (area: OutletFigures) =>
    hrefTo(
      childSelection(selection, {
        outlets: onlyOutlet(area.areaId),
        channel,
        currency,
        entries: channel === null,
      }),
    );

  return (
    <>
      <ReportCard
        currency={currency}
        sums={sums}
        lead={`${texts.incomeTotal} · ${daysText(data, zone, language)}`}
        badge={!isOnlyCurrency && <Badge>{currencyLabels[currency]}</Badge>}
        hrefs={{
          online: whole("online"),
          cash: whole("cash"),
          total: whole(null),
          disputes: whole("dispute"),
        }}
        others={[
          {
            name: "orders",
            label: texts.orders,
            value: countedAreas.length > 0 ? counts.format(orders) : empty,
            // There is no link without an order count, or if the counted outlets are too many for one call: a link to
            // only some of them would be misleading.
            ...(named !== null && { href: ordersOf(named) }),
          },
          {
            name: "average",
            label: texts.average,
            value: formatMoney(devices === 0 ? 0 : Math.round(sums.total / devices), currency, language),
          },
        ]}
      />
      <ReportTable
        title={fill(isOnlyCurrency ? texts.outletCount : texts.outletCountIn, {
          count: counts.format(areas.length),
          total: counts.format(new Set(data.areas.map((area) => area.areaId)).size),
          currency: currencyLabels[currency],
        })}
        exportButton={
          // Only the report of the first currency has an export button, because the file contains all currencies.
          isFirst ? (
            <ExportButton
              operation="areaExport"
              query={exportQuery(selection, "outlets")}
              subject={daysText(data, zone, language)}
            />
          ) : null
        }
        label={texts.outlets}
        nameLabel={texts.outlet}
        selection={selection}
        rows={areas}
        keyOf={({ areaId }) => areaId}
        nameOf={({ areaName }) => areaName}
        hrefOf={outlet}
        columns={[
          moneyColumn("total", texts.total, (area) => area.total, money(null)),
          moneyColumn("online", texts.online, (area) => area.online, money("online")),
          moneyColumn("cash", texts.cash, (area) => area.cash, money("cash")),
          {
            name: "orders",
            label: texts.orders,
            value: (area) => area.orders,
            show: (area) => (counted.has(area) ? counts.format(area.orders) : empty),
            href: (area) => (counted.has(area) ? ordersOf(onlyOutlet(area.areaId)) : outlet(area)),
          },
          moneyColumn("average", texts.average, (area) => area.averagePerDevice, outlet),
          {
            name: "ordersPerDevice",
            label: texts.ordersPerDevice,
            value: (area) => area.ordersPerDevice,
            show: (area) => (counted.has(area) ? averages.format(area.ordersPerDevice) : empty),
            href: outlet,
          },
        ]}
      />
    </>
  );
}
