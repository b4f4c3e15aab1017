import { useState } from "react";
import { useText } from "#platform/i18n.tsx";
import { Choices } from "#ui/choices.tsx";
import { SearchField } from "#ui/search-field.tsx";
import styles from "./order-filter-sheet.module.css";

/** More than this many are looked for by name. */
const inSight = 12;

export function OutletChoice({
  outlets,
  chosen,
  error,
  onChange,
}: {
  outlets: readonly { areaId: string; areaName: string }[];
  chosen: readonly string[];
  error: string | null;
  onChange: (chosen: string[]) => void;
}) {
  const texts = useText("lists");
  const { clearSearch } = useText("manager");
  const [name, setName] = useState("");
  const wanted = name.trim().toLowerCase();
  const many = outlets.length > inSight;
  const found = outlets.filter(
    ({ areaId, areaName }) => chosen.includes(areaId) || areaName.toLowerCase().includes(wanted),
  );
  return (
    <div className={styles.group}>
      <Choices
        label={texts.outlets}
        chosen={chosen}
        choices={found.map(({ areaId, areaName }) => ({ value: areaId, label: areaName }))}
        onChange={onChange}
        many={many}
      />
      {many && found.length === 0 && <p className={styles.note}>{texts.noOutletFound}</p>}
      {error !== null && (
        <p className={styles.problem} role="alert">
          {error}
        </p>
      )}
      {many && (
        <SearchField label={texts.findOutlet} clearLabel={clearSearch} value={name} onChange={setName} />
      )}
    </div>
  );
}
