import type { CashBox } from "@reposo/contract/revenue/cash-boxes.ts";
import { useCallback, useMemo } from "react";
import { type CashSelection, changeTo, hrefOfCash, withView } from "#manager/cash/cash-selection.ts";
import { RowTable, type TableColumn } from "#ui/list/row-table.tsx";

export const keyOfBox = ({ deviceId }: CashBox): string => deviceId;

/** The orders in which the server lists boxes, by the column of the table. Their directions are fixed. */
const sortings = {
  amount: { column: "amount", ascending: false },
  days: { column: "days", ascending: true },
  outlet: { column: "outlet", ascending: true },
  round: null,
} as const;

/** Cash boxes in a wide window. A row leads to the collections of its chair. */
export function BoxTable({
  label,
  columns: all,
  boxes,
  selection,
  withOutlet,
}: {
  label: string;
  columns: readonly TableColumn<CashBox>[];
  boxes: readonly CashBox[];
  selection: CashSelection;
  withOutlet: boolean;
}) {
  const columns = useMemo(
    () => (withOutlet ? all : all.filter(({ name }) => name !== "outlet")),
    [all, withOutlet],
  );
  const hrefOf = useCallback(
    ({ deviceId }: CashBox) =>
      hrefOfCash({ ...withView(selection, "collections"), report: { ...selection.report, deviceId } }),
    [selection],
  );
  return (
    <RowTable
      label={label}
      columns={columns}
      rows={boxes}
      total={boxes.length}
      keyOf={keyOfBox}
      hrefOf={hrefOf}
      sorting={sortings[selection.sort]}
      // The round has a table for each outlet, in a fixed order.
      onSort={
        selection.sort === "round"
          ? undefined
          : ({ column }) => {
              if (column === "amount" || column === "days" || column === "outlet")
                changeTo({ ...selection, sort: column });
            }
      }
    />
  );
}
