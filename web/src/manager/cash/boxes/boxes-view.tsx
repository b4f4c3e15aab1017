import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import type { StoredCollection } from "#manager/cash/pending/stored-collection.ts";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { outletCashQuery } from "#manager/cash/cash-queries.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { onlyOutlet, OutletPicker } from "#manager/statistics/index.ts";
import { clockInZone } from "#manager/shared/zone/display-zone.ts";
import { List, Row, RowSkeletons } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { type CashSelection, changeTo, choosesOutlets, hrefOfCash } from "#manager/cash/cash-selection.ts";
import { NoMatch } from "#manager/cash/no-match.tsx";
import { useCashBoxes } from "./use-cash-boxes.ts";
import { BoxList } from "./box-list.tsx";
import { CollectedToday } from "./collected-today.tsx";
import type { ChosenBox } from "./collect-sheet.tsx";
import { NotLoaded } from "#manager/shared/frame/load-failed.tsx";
import { CashIcon } from "#ui/icons/manager-icons.tsx";

export function BoxesView({
  ready,
  selection,
  stored,
  onCollect,
}: {
  ready: Ready;
  selection: CashSelection;
  stored: readonly StoredCollection[];
  onCollect: (box: ChosenBox) => void;
}) {
  const texts = useText("cash");
  const { asOf } = useText("manager");
  const language = useLanguage();
  const zone = useZone();
  const { outlets } = ready.userInfo;
  const query = useCashBoxes(selection);
  const { data } = query;
  const [first] = data?.pages ?? [];
  return (
    <div className="stack">
      {outlets.length > 1 && (
        <OutletPicker
          outlets={outlets}
          chosen={selection.report.outlets}
          onChange={(chosen) => changeTo({ ...selection, report: { ...selection.report, outlets: chosen } })}
        />
      )}
      {data === undefined || first === undefined ? (
        <NotLoaded query={query} failedTitle={texts.failed} placeholder={<RowSkeletons />} />
      ) : data.pages.every((page) => page.boxes.length === 0) ? (
        choosesOutlets(selection) ? (
          <NoMatch selection={selection} />
        ) : (
          <Notice kind="empty" icon={<CashIcon />} title={texts.noBoxes} text={texts.noBoxesText} />
        )
      ) : (
        <>
          <p className="soft" role="status">
            {fill(asOf, { time: clockInZone(Date.parse(first.asOf), zone, language) })}
          </p>
          <ByWidth narrow={null} wide={<CollectedToday selection={selection} />} />
          {outlets.length > 1 && selection.sort !== "round" && <OutletSums selection={selection} />}
          <BoxList
            query={query}
            selection={selection}
            stored={stored}
            userInfo={ready.userInfo}
            onCollect={onCollect}
          />
          <ByWidth narrow={<CollectedToday selection={selection} />} wide={null} />
        </>
      )}
    </div>
  );
}

function OutletSums({ selection }: { selection: CashSelection }) {
  const query = useInfiniteQuery(outletCashQuery(selection));
  const outlets = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const texts = useText("cash");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  // A single sum equals that of the boxes below.
  if (outlets.length <= 1) return null;
  return (
    <Section title={texts.outlets}>
      <List label={texts.outlets}>
        {outlets.map(({ areaId, areaName, currency, cash, boxes }) => (
          <Row
            key={areaId}
            href={hrefOfCash({ ...selection, report: { ...selection.report, outlets: onlyOutlet(areaId) } })}
            title={<UserText>{areaName}</UserText>}
            detail={fill(texts.boxCount, { count: numbers.format(boxes) })}
            meta={formatMoney(cash, currency, language)}
          />
        ))}
      </List>
      <MorePages query={query} />
    </Section>
  );
}
