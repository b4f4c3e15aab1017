import { currencyLabels, formatMoney, ownCurrencyFirst } from "@reposo/contract/money/money.ts";
import { ExportButton } from "#manager/exports/index.ts";
import type { AccountFigures, CounterCash } from "#manager/statistics/reports/report-queries.ts";
import { useCounterCash } from "#manager/statistics/reports/use-report-pages.ts";
import { exportQuery } from "#manager/statistics/reports/report-requests.ts";
import { childSelection, type ReportSelection } from "#manager/statistics/reports/report-selection.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { accountName, countFormat, daysText, hrefTo, type ViewProps } from "./report-context.ts";
import { EntryFigure } from "./entry-figure.tsx";
import { ReportTable, useMoneyColumn } from "./report-table.tsx";
import { ReportView } from "./report-view.tsx";

export function AccountsView(props: ViewProps) {
  const { ready, selection, isPeriodValid } = props;
  const texts = useText("details");
  const { noCounterCash } = useText("entries");
  const report = useCounterCash(selection, ready.userInfo.currency, isPeriodValid);
  return (
    <ReportView
      {...props}
      // A further page that could not be loaded leaves the figures up to date.
      report={{ ...report, isError: report.isError && !report.isFetchNextPageError }}
    >
      {(data) =>
        data.accounts.length === 0 ? (
          <Notice kind="empty" title={texts.noEntriesTitle} text={noCounterCash} />
        ) : (
          <>
            {ownCurrencyFirst(data.totals, ready.userInfo.currency).map((sums, index) => (
              <CurrencyTable
                key={sums.currency}
                data={data}
                sums={sums}
                selection={selection}
                isFirst={index === 0}
              />
            ))}
            <MorePages query={report} />
          </>
        )
      }
    </ReportView>
  );
}

function CurrencyTable({
  data,
  sums: { currency, total, accounts },
  selection,
  isFirst,
}: {
  data: CounterCash;
  sums: CounterCash["totals"][number];
  selection: ReportSelection;
  isFirst: boolean;
}) {
  const texts = useText("details");
  const entries = useText("entries");
  const language = useLanguage();
  const zone = useZone();
  const rows = data.accounts.filter((account) => account.currency === currency);
  const counts = countFormat(language);
  const moneyColumn = useMoneyColumn<AccountFigures>(currency);
  const movements = ({ accountId }: AccountFigures) =>
    hrefTo(childSelection(selection, { accountId, currency }));
  return (
    <>
      <EntryFigure
        label={`${texts.counterCash} · ${currencyLabels[currency]}`}
        range={data}
        amount={total}
        text={formatMoney(total, currency, language)}
      />
      <ReportTable
        title={fill(entries.accountCount, { count: counts.format(accounts) })}
        exportButton={
          // Only the first currency has an export button, because the file contains all currencies.
          isFirst ? (
            <ExportButton
              operation="areaExport"
              query={exportQuery({ ...selection, currency: null }, "accounts")}
              subject={`${texts.counterCash} · ${daysText(data, zone, language)}`}
            />
          ) : null
        }
        label={texts.counterCash}
        nameLabel={entries.account}
        selection={selection}
        rows={rows}
        keyOf={({ accountId }) => accountId}
        nameOf={(account) => accountName(account) ?? entries.accountUnknown}
        hrefOf={movements}
        columns={[
          moneyColumn("total", texts.total, (account) => account.total, movements),
          moneyColumn("taken", entries.taken, (account) => account.taken, movements),
          moneyColumn("returned", entries.returned, (account) => account.returned, movements),
          {
            name: "orders",
            label: texts.orders,
            value: (account) => account.orders,
            show: (account) => counts.format(account.orders),
            href: movements,
          },
        ]}
      />
    </>
  );
}
