import { compactMoney } from "#shared/i18n/compact-money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import { type ReactNode, useMemo } from "react";
import type { ChartReply } from "./chart-queries.ts";
import { ChartTable } from "./chart-table.tsx";
import { createChartLabels } from "./chart-labels.ts";
import { isEmpty, modelOf } from "./chart-model.ts";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { incomeRowsHref, orderRowsHref } from "./chart-links.ts";
import { ChartCard } from "./chart-card.tsx";

const partNames = { income: ["online", "cash"], orders: ["online", "cash", "free"] } as const;

export function ChartView({
  reply,
  at,
  currency,
  byHour,
  table,
  userInfo,
  onTable,
  areaId = null,
  none,
}: {
  reply: ChartReply;
  /**
   * Instant of the figures in milliseconds since the epoch. It may be much earlier than the rendering if the connection
   * is lost.
   */
  at: number;
  /** Currency of the values; null for a chart of order counts. */
  currency: Currency | null;
  byHour: boolean;
  table: boolean;
  userInfo: UserInfo;
  onTable: (table: boolean) => void;
  /** The outlet of the values, whose chart is part of another card; null for all outlets. */
  areaId?: string | null;
  /** Shown if there are no values. */
  none: ReactNode;
}) {
  const texts = useText("charts");
  const { online, cash } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const measure = currency === null ? "orders" : "income";
  const { model, timeLabels, labels, format, formatShort } = useMemo(() => {
    const series = "series" in reply ? reply.series.find((one) => one.currency === currency) : reply;
    const model = modelOf(reply, series ?? { points: [], earlierTotal: 0 }, partNames[measure], at);
    const numbers = new Intl.NumberFormat(languageTags[language]);
    return {
      model,
      timeLabels: createChartLabels(model, zone, language),
      labels: { online, cash, free: texts.free },
      format: (value: number) =>
        currency === null ? numbers.format(value) : formatMoney(value, currency, language),
      formatShort: (value: number) =>
        currency === null ? numbers.format(value) : compactMoney(value, currency, language),
    };
  }, [reply, currency, measure, at, zone, language, texts, online, cash]);
  const title = { income: texts.incomeTitle, orders: texts.ordersTitle }[measure];

  if (isEmpty(model)) return areaId === null ? <Card>{none}</Card> : none;

  const place = areaId === null ? null : { areaId, deviceId: null };
  const rows = currency === null ? orderRowsHref(zone, place) : incomeRowsHref(zone, currency, place);
  const rowsHref = mayOpen(userInfo, "details") ? rows : null;

  return (
    <>
      <ChartCard
        {...{ model, timeLabels, labels, format, formatShort, rowsHref, byHour, areaId }}
        label={title}
        whole={currency === null}
        until={model.open ? clockInZone(at, zone, language) : null}
      />
      <Button variant="quiet" wide aria-expanded={table} onClick={() => onTable(!table)}>
        {table ? texts.hideTable : texts.showTable}
      </Button>
      {table && <ChartTable {...{ model, timeLabels, labels, format }} caption={title} />}
    </>
  );
}
