import type { Currency } from "@reposo/contract/money/currencies.ts";
import { formatMoney } from "@reposo/contract/money/money.ts";
import type { RankingSort } from "@reposo/contract/revenue/report-values.ts";
import { languageTags } from "@reposo/contract/text/languages.ts";
import { Fragment, type ReactNode, useState } from "react";
import { ChangeMark, ChangeText } from "#manager/statistics/figures/change.tsx";
import { changeFrom } from "#manager/statistics/figures/comparison-rules.ts";
import { areLong } from "#manager/statistics/figures/fitting-money.ts";
import { compactMoney } from "#shared/i18n/compact-money.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { hrefOf } from "#shared/routing/routes.ts";
import { Link, OptionalLink } from "#ui/button/link.tsx";
import { DownIcon } from "#ui/icons/icons.tsx";
import { ColumnHeader, type TableSorting } from "#ui/list/column-header.tsx";
import { moveInTable } from "#ui/list/move-in-table.ts";
import type { RankingChoice } from "./chart-choice.ts";
import type { RankingReply } from "./chart-queries.ts";
import styles from "./ranking-table.module.css";

type Ranking = RankingReply["rankings"][number];
export type RankingRow = Ranking["rows"][number];
type Figures = Pick<RankingRow, "value" | "earlier">;

const keyOf = ({ areaId, deviceId }: RankingRow): string => `${areaId} ${deviceId}`;

/** If one amount is longer, all are shown in compact form. */
const maxAmountCharacters = 11;

/**
 * A table of outlets or devices. One row's name is in the tab order, and the arrow keys move the focus to the figures and
 * the other rows.
 */
export function RankingTable({
  label,
  valueLabel,
  by,
  currency,
  rows,
  rest,
  ranking: { sort, ascending, open },
  rowsHref,
  onSort,
  onOpen,
  renderOutlet,
}: {
  label: string;
  valueLabel: string;
  by: "outlets" | "devices";
  /** Null for order counts. */
  currency: Currency | null;
  rows: readonly RankingRow[];
  /** Sums of further rows. */
  rest: Ranking["rest"];
  ranking: RankingChoice;
  /** Returns the link to the transactions or orders of a row; null if the account may not open them. */
  rowsHref: ((row: RankingRow) => string) | null;
  onSort: (sorting: TableSorting<RankingSort>) => void;
  onOpen: (areaId: string | null) => void;
  /** Renders what is shown below the row of an outlet. */
  renderOutlet: (areaId: string) => ReactNode;
}) {
  const texts = useText("charts");
  const language = useLanguage();
  const numbers = new Intl.NumberFormat(languageTags[language]);
  const amounts = [...rows, rest].flatMap(({ value, earlier }) => [value, earlier]);
  const formatAmount =
    currency !== null && areLong(maxAmountCharacters, amounts, currency, language)
      ? compactMoney
      : formatMoney;
  const format = (value: number) =>
    currency === null ? numbers.format(value) : formatAmount(value, currency, language);
  const [focused, setFocused] = useState<string | null>(null);
  const tabStop = rows.find((row) => keyOf(row) === focused) ?? rows[0];
  const largest = Math.max(0, ...rows.flatMap(({ value, earlier }) => [value, earlier]));
  const columns = [
    { name: "name", label: by === "outlets" ? texts.outlet : texts.device },
    { name: "value", label: valueLabel },
    { name: "earlier", label: texts.earlier },
    { name: "change", label: texts.change },
  ] as const;
  const rowOf = ({ value, earlier }: Figures, name: ReactNode, href: string | undefined, bar: ReactNode) => {
    const change = changeFrom(earlier, value);
    // A narrow table has two lines for each row, a wide one has a column for each cell.
    return (
      <div role="row" className={styles.row}>
        <div className={styles.line}>
          <div role="rowheader" className={styles.name}>
            {name}
          </div>
          <div role="cell" className={styles.value}>
            <OptionalLink href={href} className={styles.figure} tabIndex={-1}>
              {format(value)}
            </OptionalLink>
          </div>
        </div>
        <div className={styles.line}>
          {bar}
          <div role="cell" className={styles.earlier}>
            {format(earlier)}
          </div>
          <div role="cell" className={styles.change} data-direction={change.direction}>
            <ChangeMark direction={change.direction} />
            <span className={styles.changeText}>
              <ChangeText change={change} format={format} />
            </span>
          </div>
        </div>
      </div>
    );
  };

  return (
    <div role="table" aria-label={label} className={styles.table} data-ranking={by}>
      <div role="rowgroup">
        <div role="row" className={styles.heads}>
          {columns.map(({ name, label: columnLabel }) => (
            <ColumnHeader
              key={name}
              name={name}
              label={columnLabel}
              numeric={name !== "name"}
              sorting={{ column: sort, ascending }}
              onSort={onSort}
              className={styles[name]}
            />
          ))}
        </div>
      </div>
      <div role="rowgroup" onKeyDown={moveInTable}>
        {rows.map((row) => {
          const { areaId, areaName, deviceId, value, earlier } = row;
          const key = keyOf(row);
          const nameProps = {
            className: styles.opener,
            "data-row": key,
            tabIndex: row === tabStop ? 0 : -1,
            onFocus: () => setFocused(key),
          };
          const isOpen = deviceId === null && areaId === open;
          const name =
            deviceId === null ? (
              <button
                type="button"
                {...nameProps}
                aria-expanded={isOpen}
                onClick={() => onOpen(isOpen ? null : areaId)}
              >
                <span className={styles.nameText} dir="auto">
                  {areaName}
                </span>
                <DownIcon />
              </button>
            ) : (
              <Link href={hrefOf("device", { deviceId })} {...nameProps}>
                <span className={styles.nameText}>
                  {deviceId}
                  <span className={styles.where} dir="auto">
                    {areaName}
                  </span>
                </span>
              </Link>
            );
          return (
            <Fragment key={key}>
              {rowOf(row, name, rowsHref?.(row), <Bar {...{ value, earlier, largest }} />)}
              {isOpen && (
                <div role="row">
                  <div role="cell" aria-colspan={columns.length} className={styles.detail}>
                    {renderOutlet(areaId)}
                  </div>
                </div>
              )}
            </Fragment>
          );
        })}
        {rest.rows > 0 &&
          rowOf(
            rest,
            <span className={styles.rest}>{fill(texts.rest, { count: numbers.format(rest.rows) })}</span>,
            undefined,
            <span className={styles.bar} />,
          )}
      </div>
    </div>
  );
}

/** Bar of the row's value over the outline of its earlier value; decorative. */
function Bar({ value, earlier, largest }: Figures & { largest: number }) {
  const widthOf = (amount: number) => (largest > 0 ? Math.max(0, (amount / largest) * 100) : 0);
  return (
    <svg className={styles.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect className={styles.track} y="2" width="100" height="4" />
      <rect className={styles.share} y="2" width={widthOf(value)} height="4" />
      {earlier > 0 && <rect className={styles.before} x={widthOf(earlier) - 0.6} width="0.6" height="8" />}
    </svg>
  );
}
