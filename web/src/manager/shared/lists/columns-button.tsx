import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { Button } from "#ui/button/button.tsx";
import { CheckList } from "#ui/choice/check-list.tsx";
import { ByWidth } from "#ui/screen/by-width.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";

interface NamedColumn {
  readonly name: string;
  readonly label: string;
}

/** Opens the choice of a table's columns. Only wide windows show tables. */
export function ColumnsButton({
  columns,
  fitting = columns,
  chosen,
  onChoose,
}: {
  columns: readonly NamedColumn[];
  /** Those for which the table has space. */
  fitting?: readonly NamedColumn[];
  /** Null for all columns. */
  chosen: readonly string[] | null;
  onChoose: (chosen: readonly string[] | null) => void;
}) {
  const texts = useText("tables");
  const [isOpen, setOpen] = useState(false);
  // The first column names the row and cannot be hidden.
  const [, ...others] = columns;
  const shown = new Set(chosen ?? others.map(({ name }) => name));

  function toggle(name: string): void {
    const next = others.map((column) => column.name).filter((other) => shown.has(other) !== (other === name));
    onChoose(next.length === others.length ? null : next.length === 0 ? [columns[0]?.name ?? ""] : next);
  }

  return (
    <ByWidth
      narrow={null}
      wide={
        <>
          <Button variant="plain" onClick={() => setOpen(true)}>
            {texts.columns}
          </Button>
          {isOpen && (
            <Sheet open onClose={() => setOpen(false)} title={texts.columns}>
              <CheckList
                label={texts.columns}
                choices={fitting.slice(1).map(({ name, label }) => ({ value: name, label }))}
                chosen={shown}
                onToggle={toggle}
              />
            </Sheet>
          )}
        </>
      }
    />
  );
}
