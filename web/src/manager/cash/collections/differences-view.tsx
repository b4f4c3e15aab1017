import { currencyLabels, formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import type { DifferenceGroup } from "@reposo/contract/revenue/report-values.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { differencesQuery } from "#manager/cash/cash-queries.ts";
import { ExportButton } from "#manager/exports/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { onlyOutlet } from "#manager/statistics/index.ts";
import { List, Row, RowSkeletons } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { Select } from "#ui/choice/select.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import {
  type CashSelection,
  changeTo,
  exportQuery,
  hrefOfCash,
  isFiltered,
} from "#manager/cash/cash-selection.ts";
import { CountComparison } from "./count-comparison.tsx";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { NoMatch } from "#manager/cash/no-match.tsx";
import { PeriodChoices } from "#manager/cash/period-choices.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { CashIcon } from "#ui/icons/manager-icons.tsx";

export function DifferencesView({
  ready,
  selection,
  today,
  isPeriodValid,
}: {
  ready: Ready;
  selection: CashSelection;
  today: string;
  isPeriodValid: boolean;
}) {
  const texts = useText("cash");
  return (
    <div className="stack">
      <PeriodChoices ready={ready} selection={selection} today={today} />
      <Select<DifferenceGroup>
        label={texts.by}
        value={selection.by}
        choices={[
          { value: "devices", label: texts.byChair },
          { value: "outlets", label: texts.outlet },
          { value: "collectors", label: texts.byCollector },
        ]}
        onChange={(by) => changeTo({ ...selection, by })}
      />
      {isPeriodValid && <Differences selection={selection} />}
    </div>
  );
}

function Differences({ selection }: { selection: CashSelection }) {
  const texts = useText("cash");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const query = useInfiniteQuery(differencesQuery(selection, zoneKeyIn(useZone())));
  const { data } = query;
  if (data === undefined)
    return <NotLoaded query={query} failedTitle={texts.collectionsFailed} placeholder={<RowSkeletons />} />;
  const [first] = data.pages;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0)
    return isFiltered(selection) ? (
      <NoMatch selection={selection} text={texts.noMatch} />
    ) : (
      <Notice kind="empty" icon={<CashIcon />} title={texts.noCollections} text={texts.noCollectionsText} />
    );

  function hrefOfRow(id: string): string | undefined {
    const { report } = selection;
    if (selection.by === "collectors") return undefined;
    const narrowed =
      selection.by === "devices" ? { ...report, deviceId: id } : { ...report, outlets: onlyOutlet(id) };
    return hrefOfCash({ ...selection, view: "collections", report: narrowed });
  }

  return (
    <Section
      title={texts.differences}
      action={
        <ExportButton
          operation="collectionExport"
          query={exportQuery(selection, selection.by)}
          subject={texts.differences}
        />
      }
    >
      {first?.totals.map((total) => (
        <div key={total.currency} className="entry" role="group" aria-label={texts.total}>
          <div className="split strong">
            <span>
              {texts.total} ({currencyLabels[total.currency]})
            </span>
            <span>{fill(texts.collectionCount, { count: numbers.format(total.collections) })}</span>
          </div>
          <CountComparison of={total} />
        </div>
      ))}
      <List label={texts.differences}>
        {rows.map(({ id, name, currency, collections, counted, expected, difference }) => (
          <Row
            key={`${id} ${currency}`}
            name={`${id} ${currency}`}
            href={hrefOfRow(id)}
            title={<UserText>{name}</UserText>}
            detail={
              <>
                <span className="line">
                  {fill(texts.collectionCount, { count: numbers.format(collections) })}
                </span>
                <span className="line">
                  {texts.counted}: {formatMoney(counted, currency, language)}
                </span>
                <span className="line">
                  {texts.expected}: {formatMoney(expected, currency, language)}
                </span>
              </>
            }
            meta={formatMoney(difference, currency, language)}
          />
        ))}
      </List>
      <MorePages query={query} ahead />
      <ZoneLine />
    </Section>
  );
}
