import { languageTags } from "@reposo/contract/text/languages.ts";
import type { ReactNode } from "react";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useZone } from "#manager/shared/zone/use-zone.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { ChipBar } from "#ui/list/chip-bar.tsx";
import { Banner } from "#ui/notice/notice.tsx";
import styles from "./filtered-list.module.css";
import { ListResults, type ListResultsProps } from "./list-results.tsx";

export interface FilterChip<F> {
  readonly key: string;
  readonly label: string;
  /** The filters that remain when the chip's value is removed. */
  readonly without: F;
}

export const outletName = (
  outlets: readonly { readonly areaId: string; readonly areaName: string }[],
  areaId: string,
): string => outlets.find((outlet) => outlet.areaId === areaId)?.areaName ?? areaId;

/**
 * A list with its controls: a search field or choice, the count, the filter button, and a chip for each filter value.
 */
export function FilteredList<R, F = never>({
  lead,
  choice,
  count,
  actions,
  chips = [],
  onFilter = () => undefined,
  newRows = null,
  ...results
}: Omit<ListResultsProps<R>, "zone"> & {
  lead?: ReactNode;
  /** A search field, or a choice between parts of the list. */
  choice?: ReactNode;
  count: ReactNode;
  actions?: ReactNode;
  chips?: readonly FilterChip<F>[];
  onFilter?: (filters: F) => void;
  newRows?: { readonly count: number; readonly show: () => void } | null;
}) {
  const { filtersSet, removeFilter } = useText("lists");
  const { notLiveList } = useText("manager");
  const { live } = useManager();
  const zone = useZone();
  return (
    <div className={styles.list}>
      {lead}
      {choice}
      <div className={styles.line}>
        <div className={styles.count} role="status">
          {newRows !== null && newRows.count > 0 ? <NewRows {...newRows} /> : count}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      <ChipBar
        label={filtersSet}
        chips={chips.map(({ key, label, without }) => ({
          key,
          label,
          removeLabel: fill(removeFilter, { name: label }),
          onRemove: () => onFilter(without),
        }))}
      />
      {live === "cut" && <Banner kind="offline">{notLiveList}</Banner>}
      <div className={styles.results}>
        <ListResults {...results} zone={zone} />
      </div>
    </div>
  );
}

/**
 * Offers to show new rows in place of the count. Inserting them immediately would move rows under the user's finger, and
 * a bar of its own would cover one.
 */
function NewRows({ count, show }: { count: number; show: () => void }) {
  const { showNew } = useText("lists");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  return (
    <button type="button" className={styles.button} onClick={show}>
      {fill(showNew, { count: numbers.format(count) })}
    </button>
  );
}
