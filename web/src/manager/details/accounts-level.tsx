import { currencyLabels, formatMoney } from "@reposo/contract/money.ts";
import { ExportButton } from "#manager/exports/index.ts";
import {
  type AccountFigures,
  allOutlets,
  type CounterCash,
  exportQuery,
  placeBelow,
  type ReportPlace,
  useCounterCash,
} from "#manager/reports/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { useListVisit, useScrollRestoration } from "#manager/shared/lists/list-visit.ts";
import { ownCurrencyFirst } from "@reposo/contract/own-currency.ts";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { accountName } from "./account-name.ts";
import { EntryFigure } from "./entry-figure.tsx";
import { ReportChoices } from "./report-choices.tsx";
import { changeTo, countFormat, daysOf, daysText, hrefTo, type LevelProps } from "./report-context.ts";
import { ReportState } from "./report-state.tsx";
import { ReportTable, useMoneyColumn } from "./report-table.tsx";

/** Who took counter cash: a row an account, a table a currency, each row leading to its movements. */
export default function AccountsLevel({ ready, place, fit }: LevelProps) {
  const texts = useText("details");
  const { noCounterCash } = useText("entries");
  const zone = useZone();
  const report = useCounterCash(ready.token, place, fit);
  const visit = useListVisit("accounts", ready.token, JSON.stringify([place.period, place.outlets]));
  useScrollRestoration(visit, report.data !== undefined);
  const days = report.data === undefined ? null : daysOf(report.data, zone);
  return (
    <>
      <ReportChoices ready={ready} place={place} days={days} />
      {fit && (
        <ReportState query={report} onClear={() => changeTo({ ...place, outlets: allOutlets })}>
          {(data) =>
            data.accounts.length === 0 ? (
              <Notice kind="empty" title={texts.noEntriesTitle} text={noCounterCash} />
            ) : (
              ownCurrencyFirst(data.totals, ready.userInfo.currency).map((sums, index) => (
                <CurrencyTable
                  key={sums.currency}
                  data={data}
                  sums={sums}
                  place={place}
                  isFirst={index === 0}
                />
              ))
            )
          }
        </ReportState>
      )}
    </>
  );
}

function CurrencyTable({
  data,
  sums: { currency, total },
  place,
  isFirst,
}: {
  data: CounterCash;
  sums: CounterCash["totals"][number];
  place: ReportPlace;
  isFirst: boolean;
}) {
  const texts = useText("details");
  const entries = useText("entries");
  const language = useLanguage();
  const zone = useZone();
  const rows = data.accounts.filter((account) => account.currency === currency);
  const counts = countFormat(language);
  const moneyColumn = useMoneyColumn(currency);
  const movements = ({ accountId }: AccountFigures) => hrefTo(placeBelow(place, { accountId, currency }));
  return (
    <>
      <EntryFigure
        label={`${texts.counterCash} · ${currencyLabels[currency]}`}
        range={data}
        amount={total}
        shown={formatMoney(total, currency, language)}
      />
      <Section
        title={fill(entries.accountCount, { count: counts.format(rows.length) })}
        action={
          // One file holds every currency, a column saying which.
          isFirst && (
            <ExportButton
              operation="areaExport"
              zone={zone}
              query={exportQuery({ ...place, currency: null }, "accounts")}
              subject={`${texts.counterCash} · ${daysText(data, zone, language)}`}
            />
          )
        }
      >
        <ReportTable
          label={texts.counterCash}
          nameLabel={entries.account}
          place={place}
          rows={rows}
          keyOf={({ accountId }) => accountId}
          nameOf={(account) => accountName(account) ?? entries.accountUnknown}
          hrefOf={movements}
          columns={[
            moneyColumn("total", texts.total, (account: AccountFigures) => account.total, movements),
            moneyColumn("taken", entries.taken, (account: AccountFigures) => account.taken, movements),
            moneyColumn(
              "returned",
              entries.returned,
              (account: AccountFigures) => account.returned,
              movements,
            ),
            {
              name: "orders",
              label: texts.orders,
              value: (account) => account.orders,
              show: (account) => counts.format(account.orders),
              href: movements,
            },
          ]}
        />
      </Section>
    </>
  );
}
