import { currencyLabels, formatMoney } from "@reposo/contract/money.ts";
import { useMemo } from "react";
import { ExportButton } from "#manager/exports/index.ts";
import {
  allOutlets,
  exportQuery,
  type NamedOutlets,
  nameOutlets,
  onlyOutlet,
  ordersQuery,
  type OutletFigures,
  type Overview,
  placeBelow,
  ReportCard,
  type ReportPlace,
  rowsWithOrders,
  useOverview,
} from "#manager/reports/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useListVisit, useScrollRestoration } from "#manager/shared/lists/list-visit.ts";
import { ownCurrencyFirst } from "@reposo/contract/own-currency.ts";
import { hrefOf } from "#shared/routing/routes.ts";
import { Badge } from "#ui/badge/badge.tsx";
import { List } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { CounterCashRow } from "./counter-cash-row.tsx";
import { ReportChoices } from "./report-choices.tsx";
import { changeTo, countFormat, daysOf, daysText, hrefTo, type LevelProps } from "./report-context.ts";
import { ReportState } from "./report-state.tsx";
import { ReportTable, useMoneyColumn } from "./report-table.tsx";

/** Every outlet of the selection, a table a currency: amounts of two never meet. */
export function OutletsLevel({ ready, place, fit }: LevelProps) {
  const texts = useText("details");
  const zone = useZone();
  const report = useOverview(ready.token, place, fit);
  const visit = useListVisit("outlets", ready.token, JSON.stringify([place.period, place.outlets]));
  useScrollRestoration(visit, report.data !== undefined);
  const days = report.data === undefined ? null : daysOf(report.data, zone);
  return (
    <>
      <ReportChoices ready={ready} place={place} days={days} />
      {fit && (
        <ReportState query={report} onClear={() => changeTo({ ...place, outlets: allOutlets })}>
          {(data) =>
            data.areas.length === 0 ? (
              <Notice kind="empty" title={texts.noOutletsTitle} text={texts.noOutletsText} />
            ) : (
              ownCurrencyFirst(data.totals, place.currency ?? ready.userInfo.currency).map((sums, index) => (
                <CurrencyReport
                  key={sums.currency}
                  data={data}
                  sums={sums}
                  place={place}
                  all={ready.userInfo.outlets.map(({ areaId }) => areaId)}
                  isFirst={index === 0}
                />
              ))
            )
          }
        </ReportState>
      )}
      {fit && report.data !== undefined && (
        <List>
          <CounterCashRow place={place} />
        </List>
      )}
    </>
  );
}

function CurrencyReport({
  data,
  sums,
  place,
  all,
  isFirst,
}: {
  data: Overview;
  sums: Overview["totals"][number];
  place: ReportPlace;
  /** The manager's outlets. */
  all: readonly string[];
  isFirst: boolean;
}) {
  const texts = useText("details");
  const { empty } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { currency } = sums;
  const alone = data.totals.length === 1;
  const areas = data.areas.filter((area) => area.currency === currency);
  const counted = useMemo(() => rowsWithOrders(data.areas), [data]);
  const days = { ...daysOf(data, zone), hour: place.period.hour };
  const counts = countFormat(language);
  const moneyColumn = useMoneyColumn(currency);
  const ofCurrency = areas.filter((area) => counted.has(area));
  const orders = ofCurrency.reduce((sum, area) => sum + area.orders, 0);
  const devices = areas.reduce((sum, area) => sum + area.devices, 0);

  const whole = (channel: "online" | "cash" | null) =>
    hrefTo(placeBelow(place, { channel, currency, entries: channel === null }));
  const areaId = ofCurrency.map((area) => area.areaId);
  const named = alone
    ? place.outlets
    : areaId.length > 0
      ? nameOutlets({ ...allOutlets, areaId }, all)
      : null;
  const ordersOf = (outlets: NamedOutlets) => hrefOf("orders", ordersQuery(days, outlets));
  const outlet = ({ areaId }: OutletFigures) =>
    hrefTo(placeBelow(place, { outlets: onlyOutlet(areaId), currency }));
  const money = (channel: "online" | "cash" | null) => (area: OutletFigures) =>
    hrefTo(
      placeBelow(place, { outlets: onlyOutlet(area.areaId), channel, currency, entries: channel === null }),
    );

  return (
    <>
      <ReportCard
        currency={currency}
        sums={sums}
        lead={`${texts.incomeTotal} · ${daysText(data, zone, language)}`}
        badge={!alone && <Badge>{currencyLabels[currency]}</Badge>}
        hrefs={{ online: whole("online"), cash: whole("cash"), total: whole(null) }}
        others={[
          {
            name: "orders",
            label: texts.orders,
            value: ofCurrency.length > 0 ? counts.format(orders) : empty,
            // Of too many to be named there is no list, rather than one of some of them.
            ...(named !== null && { href: ordersOf(named) }),
          },
          {
            name: "average",
            label: texts.average,
            value: formatMoney(devices === 0 ? 0 : Math.round(sums.total / devices), currency, language),
          },
        ]}
      />
      <Section
        title={fill(texts.outletCount, { count: counts.format(areas.length) })}
        action={
          // One file holds every currency, a column saying which.
          isFirst && (
            <ExportButton
              operation="areaExport"
              zone={zone}
              query={exportQuery(place, "outlets")}
              subject={daysText(data, zone, language)}
            />
          )
        }
      >
        <ReportTable
          label={texts.outlets}
          nameLabel={texts.outlet}
          place={place}
          rows={areas}
          keyOf={({ areaId }) => areaId}
          nameOf={({ areaName }) => areaName}
          hrefOf={outlet}
          columns={[
            moneyColumn("total", texts.total, (area: OutletFigures) => area.total, money(null)),
            moneyColumn("online", texts.online, (area: OutletFigures) => area.online, money("online")),
            moneyColumn("cash", texts.cash, (area: OutletFigures) => area.cash, money("cash")),
            {
              name: "orders",
              label: texts.orders,
              value: (area) => area.orders,
              show: (area) => (counted.has(area) ? counts.format(area.orders) : empty),
              href: (area) => (counted.has(area) ? ordersOf(onlyOutlet(area.areaId)) : outlet(area)),
            },
            moneyColumn("average", texts.average, (area: OutletFigures) => area.averagePerDevice, outlet),
            {
              name: "ordersPerDevice",
              label: texts.ordersPerDevice,
              value: (area) => area.ordersPerDevice,
              show: (area) => (counted.has(area) ? counts.format(area.ordersPerDevice) : empty),
              href: outlet,
            },
          ]}
        />
      </Section>
    </>
  );
}
