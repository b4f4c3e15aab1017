import { languageTags } from "@reposo/contract/text/languages.ts";
import { useState } from "react";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { type NamedOutlets, hasNamedOutlets, selectedOutlets } from "./named-outlets.ts";
import { FilterIcon } from "#ui/icons/manager-icons.tsx";
import styles from "./outlet-picker.module.css";
import { OutletSheet } from "./outlet-sheet.tsx";

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
  const [isOpen, setOpen] = useState(false);
  const all = outlets.map(({ areaId }) => areaId);
  // A link may name outlets that the account does not manage.
  const selected = selectedOutlets(chosen, all).filter((areaId) => all.includes(areaId));
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const counts = { count: numbers.format(selected.length), total: numbers.format(all.length) };
  const single = selected.length === 1 ? outlets.find(({ areaId }) => areaId === selected[0]) : undefined;

  return (
    <>
      <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={styles.chosen}>
          {single?.areaName ?? fill(hasNamedOutlets(chosen) ? texts.someOutlets : texts.allOutlets, counts)}
        </span>
        <FilterIcon />
      </button>
      {isOpen && (
        <OutletSheet
          outlets={outlets}
          selected={selected}
          onClose={() => setOpen(false)}
          onShow={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      )}
    </>
  );
}
