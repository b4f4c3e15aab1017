import type { UserInfo } from "#manager/shared/session/launch.ts";
import { fill, useText } from "#shared/i18n/i18n.tsx";
import { type NamedOutlets, hasNamedOutlets, selectedOutlets } from "./named-outlets.ts";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";
import styles from "./outlet-picker.module.css";
import { lazyComponent, useLazySheet } from "#shared/lazy/lazy-component.tsx";

const outletSheet = lazyComponent(() => import("./outlet-sheet.tsx"));

export function OutletPicker({
  outlets,
  chosen,
  onChange,
}: {
  outlets: UserInfo["outlets"];
  chosen: NamedOutlets;
  onChange: (chosen: NamedOutlets) => void;
}) {
  const texts = useText("details");
  const { Sheet, isOpen, open, close } = useLazySheet(outletSheet);
  const all = outlets.map(({ areaId }) => areaId);
  // A link may name outlets that the account does not manage.
  const selected = selectedOutlets(chosen, all).filter((areaId) => all.includes(areaId));
  const counts = { count: String(selected.length), total: String(all.length) };
  const single = selected.length === 1 ? outlets.find(({ areaId }) => areaId === selected[0]) : undefined;

  return (
    <>
      <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={open}>
        <span className={styles.chosen}>
          {single?.areaName ?? fill(hasNamedOutlets(chosen) ? texts.someOutlets : texts.allOutlets, counts)}
        </span>
        <FilterIcon />
      </button>
      {isOpen && Sheet !== null && (
        <Sheet
          outlets={outlets}
          selected={selected}
          onClose={close}
          onShow={(next) => {
            close();
            onChange(next);
          }}
        />
      )}
    </>
  );
}
