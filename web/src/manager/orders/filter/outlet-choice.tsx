import { normaliseSearch } from "@reposo/contract/text/typed-text.ts";
import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import type { NamedOutlets } from "#manager/statistics/index.ts";
import { Choices } from "#ui/choice/choices.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";

/** A list with more outlets than this has a search field. */
const maxVisible = 12;

/** Selects outlets to include. With more than two outlets, it can also select outlets to exclude. */
export function OutletChoice({
  outlets,
  chosen,
  error,
  onChange,
}: {
  outlets: readonly { areaId: string; areaName: string }[];
  chosen: NamedOutlets;
  error: string | null;
  onChange: (chosen: NamedOutlets) => void;
}) {
  const texts = useText("lists");
  const { clearSearch } = useText("manager");
  const [name, setName] = useState("");
  const [leavesOut, setLeavesOut] = useState(chosen.exceptAreaId.length > 0);
  const marked = leavesOut ? chosen.exceptAreaId : chosen.areaId;
  const searchText = normaliseSearch(name);
  const many = outlets.length > maxVisible;
  const found = outlets.filter(
    ({ areaId, areaName }) => marked.includes(areaId) || normaliseSearch(areaName).includes(searchText),
  );

  function change(areaIds: readonly string[], leaveOut: boolean): void {
    setLeavesOut(leaveOut);
    onChange(leaveOut ? { areaId: [], exceptAreaId: areaIds } : { areaId: areaIds, exceptAreaId: [] });
  }

  return (
    <div className="stack-2">
      <Choices
        label={texts.outlets}
        chosen={marked}
        choices={found.map(({ areaId, areaName }) => ({ value: areaId, label: areaName }))}
        onChange={(areaIds) => change(areaIds, leavesOut)}
        many={many}
      />
      {many && found.length === 0 && <p className="soft">{texts.noOutletFound}</p>}
      {error !== null && (
        <p className="problem" role="alert" tabIndex={-1}>
          {error}
        </p>
      )}
      {many && (
        <SearchField label={texts.findOutlet} clearLabel={clearSearch} value={name} onChange={setName} />
      )}
      {outlets.length > 2 && (
        <Segmented
          label={texts.outletsMeant}
          value={leavesOut ? "allBut" : "only"}
          choices={[
            { value: "only", label: texts.onlyThese },
            { value: "allBut", label: texts.allExceptSelected },
          ]}
          onChange={(selected) => change(marked, selected === "allBut")}
        />
      )}
    </div>
  );
}
