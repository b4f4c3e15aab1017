import { useQuery } from "@tanstack/react-query";
import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { ExportButton } from "#manager/exports/index.ts";
import {
  type DeviceFigures,
  type OutletReport,
  outletReportQuery,
} from "#manager/statistics/reports/report-queries.ts";
import { exportQuery, ordersQuery } from "#manager/statistics/reports/report-requests.ts";
import { onlyOutlet } from "#manager/statistics/reports/named-outlets.ts";
import {
  outletOf,
  type Channel,
  childSelection,
  type ReportSelection,
} from "#manager/statistics/reports/report-selection.ts";
import { ReportCard } from "#manager/statistics/reports/report-card.tsx";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { List, Row } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { LocationIcon } from "#ui/icons/icons.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { CounterCashRow } from "./counter-cash-row.tsx";
import { averageFormat, countFormat, daysOf, daysText, hrefTo, type ViewProps } from "./report-context.ts";
import { ReportTable, useMoneyColumn } from "./report-table.tsx";
import { ReportView } from "./report-view.tsx";

export function DevicesView(props: ViewProps) {
  const { selection, isPeriodValid } = props;
  const query = outletReportQuery(selection, outletOf(selection) ?? "", zoneKeyIn(useZone()));
  const report = useQuery({ ...query, enabled: isPeriodValid });
  return (
    <ReportView {...props} report={report}>
      {(data) => <OutletContent data={data} selection={selection} />}
    </ReportView>
  );
}

function OutletContent({ data, selection }: { data: OutletReport; selection: ReportSelection }) {
  const texts = useText("details");
  const { empty } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { area, devices, totals } = data;
  const { areaId, currency } = area;
  // `currency` is the displayed currency. The server counts orders only for the outlet's own currency, which is the
  // first of `totals`.
  const hasOrders = totals[0]?.currency === currency;
  const days = { ...daysOf(data, zone), hour: selection.period.hour };
  const counts = countFormat(language);
  const averages = averageFormat(language);
  const subject = `${isolateText(area.areaName)} · ${daysText(data, zone, language)}`;
  const moneyColumn = useMoneyColumn<DeviceFigures>(currency);
  // Without a channel, only `entries` makes the selection of the outlet show transactions instead of its devices.
  const hrefOfOutlet = (channel: Channel | null) =>
    hrefTo(childSelection(selection, { channel, currency, entries: channel === null }));
  const hrefOfDevice =
    (channel: "online" | "cash" | null) =>
    ({ deviceId }: DeviceFigures) =>
      hrefTo(childSelection(selection, { deviceId, channel, currency }));
  return (
    <>
      <ReportCard
        currency={currency}
        sums={area}
        lead={subject}
        hrefs={{
          online: hrefOfOutlet("online"),
          cash: hrefOfOutlet("cash"),
          total: hrefOfOutlet(null),
          disputes: hrefOfOutlet("dispute"),
        }}
        others={[
          {
            name: "orders",
            label: texts.orders,
            value: hasOrders ? counts.format(area.orders) : empty,
            ...(hasOrders && { href: hrefOf("orders", ordersQuery(days, onlyOutlet(areaId))) }),
          },
          {
            name: "average",
            label: texts.average,
            value: formatMoney(area.averagePerDevice, currency, language),
          },
          {
            name: "ordersPerDevice",
            label: texts.ordersPerDevice,
            value: hasOrders ? averages.format(area.ordersPerDevice) : empty,
          },
          ...totals
            .filter((sums) => sums.currency !== currency)
            .map((sums) => ({
              name: sums.currency,
              label: currencyLabels[sums.currency],
              value: formatMoney(sums.total, sums.currency, language),
              href: hrefTo(childSelection(selection, { currency: sums.currency })),
            })),
        ]}
      />
      {devices.length === 0 ? (
        <Notice kind="empty" title={texts.noDevicesTitle} text={texts.noDevicesText} />
      ) : (
        <ReportTable
          title={fill(texts.devices, { count: counts.format(devices.length) })}
          exportButton={
            <ExportButton
              operation="areaExport"
              query={exportQuery({ ...selection, currency }, "devices")}
              subject={subject}
            />
          }
          nameLabel={texts.device}
          selection={selection}
          rows={devices}
          keyOf={({ deviceId }) => deviceId}
          nameOf={({ deviceId }) => deviceId}
          hrefOf={hrefOfDevice(null)}
          columns={[
            moneyColumn("total", texts.total, (device) => device.total, hrefOfDevice(null)),
            moneyColumn("online", texts.online, (device) => device.online, hrefOfDevice("online")),
            moneyColumn("cash", texts.cash, (device) => device.cash, hrefOfDevice("cash")),
            {
              name: "orders",
              label: texts.orders,
              value: (device) => device.orders,
              show: (device) => (hasOrders ? counts.format(device.orders) : empty),
              href: (device) =>
                hasOrders
                  ? hrefOf("orders", ordersQuery(days, onlyOutlet(areaId), device.deviceId))
                  : hrefOfDevice(null)(device),
            },
          ]}
        />
      )}
      <List>
        <CounterCashRow selection={selection} />
        <Row href={hrefOf("locationOpen", { areaId })} icon={<LocationIcon />} title={texts.onMap} />
      </List>
    </>
  );
}
