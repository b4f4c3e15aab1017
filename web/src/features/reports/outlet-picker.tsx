import { useState } from "react";
import { fill, useText } from "#platform/i18n.tsx";
import { useLatePart } from "#platform/late-part.ts";
import { showToast } from "#platform/toasts.ts";
import { FilterIcon } from "#ui/manager-icons.tsx";
import styles from "./outlet-picker.module.css";
import type { Outlet } from "./outlet-sheet.tsx";

const outletSheet = () => import("./outlet-sheet.tsx");

/** Which outlets the figures are of: all, one or several. */
export function OutletPicker({
  outlets,
  chosen,
  onChange,
}: {
  outlets: readonly Outlet[];
  /** Empty: all. */
  chosen: readonly string[];
  onChange: (areaIds: readonly string[]) => void;
}) {
  const texts = useText("details");
  const { networkFailed } = useText("shared");
  const [OutletSheet, fetchSheet] = useLatePart(outletSheet);
  const [open, setOpen] = useState(false);
  const counts = { count: String(chosen.length || outlets.length), total: String(outlets.length) };
  const single = chosen.length === 1 ? outlets.find(({ areaId }) => areaId === chosen[0]) : undefined;

  async function show(): Promise<void> {
    if (await fetchSheet()) setOpen(true);
    else showToast(networkFailed, "error");
  }

  return (
    <>
      <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={() => void show()}>
        <span className={styles.chosen}>
          {single?.areaName ?? fill(chosen.length === 0 ? texts.allOutlets : texts.someOutlets, counts)}
        </span>
        <FilterIcon />
      </button>
      {open && OutletSheet !== null && (
        <OutletSheet
          outlets={outlets}
          chosen={chosen}
          onClose={() => setOpen(false)}
          onShow={(areaIds) => {
            setOpen(false);
            onChange(areaIds);
          }}
        />
      )}
    </>
  );
}
