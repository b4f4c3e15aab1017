import { compactMoney } from "#shared/i18n/compact-money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { ChartChoice, ChartUnit } from "./chart-choice.ts";
import { ChartTable } from "./chart-table.tsx";
import { createChartLabels } from "./chart-labels.ts";
import { isEmpty, modelOf } from "./chart-model.ts";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { Button } from "#ui/button/button.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Card } from "#ui/screen/screen.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { incomeRowsHref, orderRowsHref } from "./chart-links.ts";
import { ChartCard } from "./chart-card.tsx";

export function ChartView({
  reply,
  points,
  at,
  currency,
  choice: { kind, table },
  userInfo,
  onTable,
}: {
  reply: { from: string; to: string; unit: ChartUnit };
  points: readonly { at: string; online: number; cash: number; free?: number }[];
  /**
   * Instant of the figures in milliseconds since the epoch. It may be much earlier than the rendering if the connection
   * is lost.
   */
  at: number;
  /** Currency of the values; null for a chart of order counts. */
  currency: Currency | null;
  choice: ChartChoice;
  userInfo: UserInfo;
  onTable: (table: boolean) => void;
}) {
  const texts = useText("charts");
  const manager = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const model = modelOf(
    reply,
    points,
    currency === null ? ["online", "cash", "free"] : ["online", "cash"],
    at,
  );
  const timeLabels = createChartLabels(model, zone, language);
  const title = { today: texts.todayTitle, income: texts.incomeTitle, orders: texts.ordersTitle }[kind];
  const labels = { online: manager.online, cash: manager.cash, free: texts.free };

  if (isEmpty(model)) {
    const text = { today: texts.noneToday, income: texts.noneIncome, orders: texts.noneOrders }[kind];
    return (
      <Card>
        <Notice kind="empty" title={texts.noneTitle} text={text} />
      </Card>
    );
  }

  const numbers = new Intl.NumberFormat(languageTags[language]);
  const format = (value: number) =>
    currency === null ? numbers.format(value) : formatMoney(value, currency, language);
  const formatShort = (value: number) =>
    currency === null ? numbers.format(value) : compactMoney(value, currency, language);
  const rows = currency === null ? orderRowsHref(zone) : incomeRowsHref(zone, currency);
  const rowsHref = mayOpen(userInfo, "details") ? rows : null;

  return (
    <>
      <ChartCard
        {...{ model, timeLabels, labels, format, formatShort, rowsHref }}
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
