import { formatMoney } from "@reposo/contract/money/money.ts";
import { useMemo } from "react";
import { LateNote, type ShownLocation } from "#manager/statistics/reports/entry-row.tsx";
import type { Entry } from "#manager/statistics/reports/report-queries.ts";
import { type DisplayZone, clockInZone } from "#manager/shared/zone/display-zone.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { UserText } from "#ui/text/user-text.tsx";

/** The columns of the table of transactions in a wide window. */
export function useEntryColumns(
  zone: DisplayZone,
  shownLocation: ShownLocation,
): readonly TableColumn<Entry>[] {
  const texts = useText("entries");
  const { deviceId: deviceLabel, outlet, orderNumber: numberLabel } = useText("lists");
  const tables = useText("tables");
  const language = useLanguage();
  return useMemo<readonly TableColumn<Entry>[]>(() => {
    const device: TableColumn<Entry> = {
      name: "device",
      label: deviceLabel,
      cell: ({ deviceId }) => deviceId,
    };
    const place: TableColumn<Entry> = {
      name: "outlet",
      label: outlet,
      share: 1.4,
      cell: ({ areaName }) => <UserText>{areaName}</UserText>,
    };
    return [
      { name: "number", label: numberLabel, share: 1.6, cell: ({ orderNumber }) => orderNumber },
      {
        name: "time",
        label: tables.time,
        cell: ({ at }) => clockInZone(Date.parse(at), zone, language),
      },
      ...{ outletAndDevice: [device, place], device: [device], nothing: [] }[shownLocation],
      {
        name: "type",
        label: tables.type,
        share: 1.4,
        cell: ({ source, lateAt }) => (
          <>
            {texts[source]}
            <LateNote {...{ lateAt, zone }} />
          </>
        ),
      },
      {
        name: "amount",
        label: tables.amount,
        numeric: true,
        cell: ({ amount, currency }) => formatMoney(amount, currency, language),
      },
    ];
  }, [texts, deviceLabel, outlet, numberLabel, tables, zone, language, shownLocation]);
}
