import type { Collection } from "@reposo/contract/revenue/cash-boxes.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { collectionsQuery } from "#manager/cash/cash-queries.ts";
import { ListAndDetail } from "#manager/shared/frame/list-and-detail.tsx";
import { useDayGroups } from "#manager/shared/lists/day-heading.tsx";
import { useTable } from "#manager/shared/lists/use-table.tsx";
import { zoneKeyIn } from "#manager/shared/zone/display-zone.ts";
import { ExportButton } from "#manager/exports/index.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { List } from "#ui/list/list.tsx";
import { Section } from "#ui/screen/screen.tsx";
import type { Ready } from "#manager/shared/session/manager-context.ts";
import { ListResults } from "#manager/shared/lists/list-results.tsx";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { ZoneLine } from "#manager/shared/zone/zone-line.tsx";
import {
  type CashSelection,
  changeTo,
  exportQuery,
  isFiltered,
  withoutFilters,
} from "#manager/cash/cash-selection.ts";
import { useCollectionColumns } from "./collection-columns.tsx";
import { CollectionEntry } from "./collection-entry.tsx";
import { PeriodChoices } from "#manager/cash/period-choices.tsx";
import { CorrectSheet } from "./correct-sheet.tsx";
import { PhotoSheet } from "#manager/cash/photos/photo-sheet.tsx";
import { VoidSheet } from "./void-sheet.tsx";
import { CashIcon } from "#ui/icons/manager-icons.tsx";

export function CollectionsView({
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
  return (
    <div className="stack">
      <PeriodChoices ready={ready} selection={selection} today={today} />
      {isPeriodValid && <History selection={selection} />}
    </div>
  );
}

const timeOf = ({ collectedAt }: Collection): string => collectedAt;
const keyOf = ({ collectionId }: Collection): string => collectionId;

/** The entries of the period. A wide window shows them in a table, and the selected one beside it. */
function History({ selection }: { selection: CashSelection }) {
  const texts = useText("cash");
  const language = useLanguage();
  const zone = useZone();
  const [correcting, setCorrecting] = useState<Collection | null>(null);
  const [shown, setShown] = useState<Collection | null>(null);
  const [voiding, setVoiding] = useState<Collection | null>(null);
  const list = useInfiniteQuery(collectionsQuery(selection, zoneKeyIn(zone)));
  const renderEntry = useCallback(
    (entry: Collection, position: number, total: number, isOpen: boolean) => (
      <CollectionEntry
        key={entry.collectionId}
        {...{
          entry,
          position,
          total,
          isOpen,
          zone,
          onCorrect: setCorrecting,
          onVoid: setVoiding,
          onShowPhoto: setShown,
        }}
      />
    ),
    [zone],
  );
  const renderRow = useCallback(
    (entry: Collection, position: number, total: number) => renderEntry(entry, position, total, false),
    [renderEntry],
  );
  const { selected, listHref, table, columnsButton } = useTable({
    route: "cash",
    parameter: "collectionId",
    columns: useCollectionColumns(),
    rows: list.data?.rows ?? [],
    keyOf,
  });
  const entry = list.data?.rows.find((row) => keyOf(row) === selected);
  const groups = useDayGroups(timeOf);
  const total = list.data?.total;
  const count = total !== undefined && new Intl.NumberFormat(languageTags[language]).format(total);
  const history = (
    <Section
      title={count === false || total === 0 ? texts.collections : fill(texts.entryCount, { count })}
      action={
        <div className="actions">
          {total !== 0 && (
            <ExportButton
              operation="collectionExport"
              query={exportQuery(selection, "collections")}
              subject={texts.collections}
            />
          )}
          {columnsButton}
        </div>
      }
    >
      <ListResults
        list={list}
        zone={zone}
        texts={{
          list: texts.collections,
          failed: texts.collectionsFailed,
          emptyTitle: texts.noCollections,
          emptyIcon: <CashIcon />,
          noMatch: texts.noMatch,
        }}
        filters={{
          active: isFiltered(selection),
          onClear: () => changeTo(withoutFilters(selection)),
        }}
        renderRow={renderRow}
        groups={groups}
        table={table}
      />
      <ZoneLine />
    </Section>
  );
  return (
    <>
      <ListAndDetail
        alone="list"
        list={history}
        detail={
          entry === undefined ? null : <List label={texts.collection}>{renderEntry(entry, 1, 1, true)}</List>
        }
        title={texts.collection}
        listHref={listHref}
      />
      {correcting !== null && <CorrectSheet entry={correcting} onClose={() => setCorrecting(null)} />}
      {shown !== null && <PhotoSheet entry={shown} zone={zone} onClose={() => setShown(null)} />}
      {voiding !== null && <VoidSheet entry={voiding} onClose={() => setVoiding(null)} />}
    </>
  );
}
