import { currencyLabels, formatMoney } from "@reposo/contract/money.ts";
import { type ReportPlace, placeBelow } from "#features/reports/index.ts";
import { type AccountFigures, type CounterCash, useCounterCash } from "#features/reports/use-counter-cash.ts";
import { fill, useLanguage, useText } from "#platform/i18n.tsx";
import { useKeptPlace, useListVisit } from "#platform/list-visit.ts";
import { allOutlets } from "#platform/named-outlets.ts";
import { ownCurrencyFirst } from "@reposo/contract/own-currency.ts";
import { Notice } from "#ui/notice.tsx";
import { Section } from "#ui/screen.tsx";
import { useZone } from "#screens/manager/zone-line.tsx";
import { EntryFigure } from "./entry-figure.tsx";
import { ReportChoices } from "./report-choices.tsx";
import { changeTo, countFormat, daysOf, hrefTo } from "./report-context.ts";
import type { LevelProps } from "./report-context.ts";
import { ReportState } from "./report-state.tsx";
import { ReportTable, useMoneyColumn } from "./report-table.tsx";

/** Who took counter cash: a row an account, a table a currency, each row leading to its movements. */
export default function AccountsLevel({ ready, place, fit }: LevelProps) {
  const texts = useText("details");
  const zone = useZone();
  const report = useCounterCash(ready.token, place, fit);
  const visit = useListVisit("accounts", ready.token, JSON.stringify([place.period, place.outlets]));
  useKeptPlace(visit, report.data);
  const days = report.data === undefined ? null : daysOf(report.data, zone);
  return (
    <>
      <ReportChoices ready={ready} place={place} days={days} />
      {fit && (
        <ReportState query={report} onClear={() => changeTo({ ...place, outlets: allOutlets })}>
          {(data) =>
            data.accounts.length === 0 ? (
              <Notice kind="empty" title={texts.noEntriesTitle} text={texts.noCounterCash} />
            ) : (
              ownCurrencyFirst(data.totals, ready.userInfo.currency).map((sums) => (
                <CurrencyTable key={sums.currency} data={data} sums={sums} place={place} />
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
}: {
  data: CounterCash;
  sums: CounterCash["totals"][number];
  place: ReportPlace;
}) {
  const texts = useText("details");
  const language = useLanguage();
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
      <Section title={fill(texts.accountCount, { count: counts.format(rows.length) })}>
        <ReportTable
          label={texts.counterCash}
          nameLabel={texts.account}
          place={place}
          rows={rows}
          keyOf={({ accountId }) => accountId}
          nameOf={({ accountName }) => accountName ?? texts.accountUnknown}
          hrefOf={movements}
          columns={[
            moneyColumn("total", texts.total, (account: AccountFigures) => account.total, movements),
            moneyColumn("taken", texts.taken, (account: AccountFigures) => account.taken, movements),
            moneyColumn("returned", texts.returned, (account: AccountFigures) => account.returned, movements),
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
