import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useMemo } from "react";
import { type CashSelection, type CashSort, changeTo } from "#manager/cash/cash-selection.ts";
import type { StoredCollection } from "#manager/cash/pending/stored-collection.ts";
import { useTable } from "#manager/shared/lists/use-table.tsx";
import { MorePages } from "#manager/shared/lists/more-pages.tsx";
import { dateInZone } from "#manager/shared/zone/display-zone.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { relativeTime } from "#shared/time/date-time.ts";
import { Badge } from "#ui/text/badge.tsx";
import { Select } from "#ui/choice/select.tsx";
import { Disclosure } from "#ui/list/disclosure.tsx";
import { List, Row } from "#ui/list/list.tsx";
import { Notice } from "#ui/notice/notice.tsx";
import { Section } from "#ui/screen/screen.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import type { TableColumn } from "#ui/list/row-table.tsx";
import { UserText } from "#ui/text/user-text.tsx";
import { useBoxColumns } from "./box-columns.tsx";
import { BoxTable, keyOfBox } from "./box-table.tsx";
import type { ChosenBox } from "./collect-sheet.tsx";
import { readRound } from "./round-rules.ts";
import type { BoxesQuery } from "./use-cash-boxes.ts";

interface BoxesProps {
  readonly boxes: readonly CashBox[];
  /** The columns of the tables in a wide window. */
  readonly columns: readonly TableColumn<CashBox>[];
  readonly selection: CashSelection;
  readonly now: number;
  /** IDs of the chairs whose collection this phone has not sent yet. */
  readonly waiting: ReadonlySet<string>;
  readonly onCollect: (box: ChosenBox) => void;
}

export function BoxList({
  query,
  selection,
  stored,
  onCollect,
}: {
  query: BoxesQuery;
  selection: CashSelection;
  stored: readonly StoredCollection[];
  onCollect: (box: ChosenBox) => void;
}) {
  const texts = useText("cash");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const { pages = [] } = query.data ?? {};
  const [first] = pages;
  const waiting = useMemo(() => {
    const unsent = stored.filter(({ refusal, isRecorded }) => refusal === null && !isRecorded);
    return new Set(unsent.map(({ request }) => request.deviceId));
  }, [stored]);
  const now = Date.parse(first?.asOf ?? "");
  const { table, columnsButton } = useTable({
    route: "cash",
    parameter: null,
    columns: useBoxColumns({ now, waiting, onCollect }),
    keyOf: keyOfBox,
  });
  const boxes = pages.flatMap((page) => page.boxes);
  const props = { boxes, columns: table.columns, selection, now, waiting, onCollect };
  return (
    <Section title={fill(texts.chairs, { count: numbers.format(first?.total ?? 0) })} action={columnsButton}>
      <Select<CashSort>
        label={texts.sorting}
        value={selection.sort}
        choices={[
          { value: "round", label: texts.round },
          { value: "amount", label: texts.byAmount },
          { value: "days", label: texts.byDays },
          { value: "outlet", label: texts.byOutlet },
        ]}
        onChange={(sort) => changeTo({ ...selection, sort })}
      />
      {selection.sort === "round" ? (
        <Round {...props} isComplete={!query.hasNextPage} />
      ) : (
        <Boxes {...props} label={texts.inBoxes} />
      )}
      <MorePages query={query} ahead />
    </Section>
  );
}

/** The boxes in the order in which they need collecting: outlet by outlet, the fullest box first. */
function Round({ isComplete, ...props }: BoxesProps & { isComplete: boolean }) {
  const texts = useText("cash");
  const language = useLanguage();
  const zone = useZone();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const { outlets, empty } = readRound(props.boxes, {
    isComplete,
    today: dateInZone(props.now, zone),
    dayOf: (at) => dateInZone(Date.parse(at), zone),
  });
  return (
    <>
      <p className="soft">{texts.roundOrder}</p>
      {isComplete && outlets.every(({ left }) => left === 0) && (
        <Notice kind="done" title={texts.roundDone} text={texts.roundDoneText} />
      )}
      {outlets.map(({ areaId, areaName, boxes, left, cash, currency, isCounted }) => (
        <section key={areaId} className="stack-2">
          <div className="split">
            <h3>
              <UserText>{areaName}</UserText>
            </h3>
            {left > 0 && isCounted && (
              <span className="strong">
                {fill(texts.leftAtOutlet, {
                  count: numbers.format(left),
                  amount: formatMoney(cash, currency, language),
                })}
              </span>
            )}
          </div>
          <Boxes {...props} boxes={boxes} label={areaName} withOutlet={false} />
        </section>
      ))}
      {empty.length > 0 && (
        <Disclosure title={fill(texts.emptyBoxes, { count: numbers.format(empty.length) })}>
          <Boxes {...props} boxes={empty} label={texts.emptyBoxes} />
        </Disclosure>
      )}
    </>
  );
}

function Boxes({ label, withOutlet = true, ...props }: BoxesProps & { label: string; withOutlet?: boolean }) {
  const { boxes, columns, selection, now, waiting, onCollect } = props;
  const list = (
    <List label={label}>
      {boxes.map((box) => (
        <BoxRow
          key={box.deviceId}
          box={box}
          now={now}
          withOutlet={withOutlet}
          isWaiting={waiting.has(box.deviceId)}
          onCollect={() => onCollect(box)}
        />
      ))}
    </List>
  );
  return <ByWidth narrow={list} wide={<BoxTable {...{ label, columns, boxes, selection, withOutlet }} />} />;
}

function BoxRow({
  box: { deviceId, areaName, currency, cash, lastCollectedAt, lastCollectedBy },
  now,
  withOutlet,
  isWaiting,
  onCollect,
}: {
  box: CashBox;
  now: number;
  withOutlet: boolean;
  isWaiting: boolean;
  onCollect: () => void;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const when =
    lastCollectedAt === null ? null : relativeTime(Date.parse(lastCollectedAt), now, language, texts.justNow);
  return (
    <Row
      name={deviceId}
      title={deviceId}
      detail={
        <>
          {withOutlet && (
            <span className="line">
              <UserText>{areaName}</UserText>
            </span>
          )}
          <span className="line">
            {when === null ? texts.never : fill(texts.lastCollected, { when, name: lastCollectedBy ?? "" })}
          </span>
        </>
      }
      meta={
        <>
          <span className="strong">{formatMoney(cash, currency, language)}</span>
          {isWaiting && <Badge tone="warn">{texts.waiting}</Badge>}
        </>
      }
      onPress={onCollect}
    />
  );
}
