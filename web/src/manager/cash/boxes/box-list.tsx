import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { alertsQuery } from "#manager/alerts/index.ts";
import { type CashSelection, type CashSort, changeTo } from "#manager/cash/cash-selection.ts";
import type { StoredCollection } from "#manager/cash/pending/stored-collection.ts";
import { holds, type UserInfo } from "#manager/shared/session/account.ts";
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
import styles from "#manager/cash/cash-screen.module.css";

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
  userInfo,
  onCollect,
}: {
  query: BoxesQuery;
  selection: CashSelection;
  stored: readonly StoredCollection[];
  userInfo: UserInfo;
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
  const title = fill(texts.chairs, { count: numbers.format(first?.total ?? 0) });
  const action = (
    <div className={styles.sort}>
      <Select<CashSort>
        label={texts.sorting}
        hidesLabel
        value={selection.sort}
        choices={[
          { value: "round", label: texts.round },
          { value: "amount", label: texts.byAmount },
          { value: "days", label: texts.byDays },
          { value: "outlet", label: texts.byOutlet },
        ]}
        onChange={(sort) => changeTo({ ...selection, sort })}
      />
      {columnsButton}
    </div>
  );
  return (
    <>
      {selection.sort === "round" ? (
        <Round {...props} {...{ title, action, userInfo }} isComplete={!query.hasNextPage} />
      ) : (
        <Section title={title} action={action}>
          <Boxes {...props} label={texts.inBoxes} />
        </Section>
      )}
      <MorePages query={query} ahead />
    </>
  );
}

/** The boxes in the order in which they need collecting: those that are due, outlet by outlet, the fullest box first. */
function Round({
  title,
  action,
  userInfo,
  isComplete,
  ...props
}: BoxesProps & {
  /** Title of the boxes if none is due. */
  title: string;
  action: ReactNode;
  userInfo: UserInfo;
  isComplete: boolean;
}) {
  const texts = useText("cash");
  const language = useLanguage();
  const zone = useZone();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const alerts = useQuery({ ...alertsQuery({}), enabled: holds(userInfo, "home") }).data?.alerts ?? [];
  const full = alerts.filter(({ kind }) => kind === "cashBoxFull");
  const { due, others, empty } = readRound(props.boxes, {
    dueIds: new Set(full.map(({ deviceId }) => deviceId)),
    own: userInfo.currency,
    isComplete,
    today: dateInZone(props.now, zone),
    dayOf: (at) => dateInZone(Date.parse(at), zone),
  });
  const isDone = isComplete && [...due, ...others].every(({ left }) => left === 0);
  const dueCount = due.reduce((sum, { left }) => sum + left, 0);
  const outletsOf = (outlets: typeof due) =>
    outlets.map(({ areaId, areaName, boxes, left, cash, currency, isCounted }) => (
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
    ));
  return (
    <div className="stack-5">
      {dueCount > 0 && (
        <Section
          title={isComplete ? fill(texts.dueCount, { count: numbers.format(dueCount) }) : texts.due}
          action={action}
        >
          {outletsOf(due)}
        </Section>
      )}
      {(dueCount === 0 || others.length > 0) && (
        <Section title={dueCount > 0 ? texts.otherBoxes : title} action={dueCount === 0 && action}>
          {isDone && <Notice kind="done" title={texts.roundDone} text={texts.roundDoneText} />}
          {outletsOf(others)}
        </Section>
      )}
      {empty.length > 0 && (
        <Disclosure title={fill(texts.emptyBoxes, { count: numbers.format(empty.length) })}>
          <Boxes {...props} boxes={empty} label={texts.emptyBoxes} />
        </Disclosure>
      )}
    </div>
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
