import { languageTags } from "@reposo/contract/text/languages.ts";
import { normaliseSearch } from "@reposo/contract/text/typed-text.ts";
import { useState } from "react";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { fill, useLanguage, useText } from "#shared/i18n/i18n.tsx";
import { allOutlets, type NamedOutlets, nameOutlets } from "./named-outlets.ts";
import { Button } from "#ui/button/button.tsx";
import { CheckList } from "#ui/choice/check-list.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { Sheet } from "#ui/sheet/sheet.tsx";
import styles from "./outlet-picker.module.css";

export function OutletSheet({
  outlets,
  selected,
  onClose,
  onShow,
}: {
  outlets: UserInfo["outlets"];
  selected: readonly string[];
  onClose: () => void;
  onShow: (chosen: NamedOutlets) => void;
}) {
  const texts = useText("details");
  const numbers = new Intl.NumberFormat(languageTags[useLanguage()]);
  const all = outlets.map(({ areaId }) => areaId);
  const [draft, setDraft] = useState<ReadonlySet<string>>(() => new Set(selected));
  const [keyword, setKeyword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const searchText = normaliseSearch(keyword);
  const found = outlets.filter(({ areaName }) => normaliseSearch(areaName).includes(searchText));

  function change(next: ReadonlySet<string>): void {
    setDraft(next);
    setProblem(next.size === 0 ? texts.outletMissing : null);
  }

  function toggle(areaId: string): void {
    const next = new Set(draft);
    if (!next.delete(areaId)) next.add(areaId);
    change(next);
  }

  function show(): void {
    const selectedIds = all.filter((areaId) => draft.has(areaId));
    if (selectedIds.length === 0) return setProblem(texts.outletMissing);
    const named = nameOutlets({ ...allOutlets, areaId: selectedIds }, all);
    if (named === null) setProblem(texts.outletsTooMany);
    else onShow(named);
  }

  return (
    <Sheet open onClose={onClose} title={texts.chooseOutlets}>
      <SearchField
        label={texts.findOutlet}
        clearLabel={texts.clearSearch}
        value={keyword}
        onChange={setKeyword}
      />
      <div className={styles.line}>
        <span className="soft">
          {fill(texts.someOutlets, { count: numbers.format(draft.size), total: numbers.format(all.length) })}
        </span>
        {draft.size < all.length ? (
          <Button variant="plain" onClick={() => change(new Set(all))}>
            {texts.selectAll}
          </Button>
        ) : (
          <Button variant="plain" onClick={() => change(new Set())}>
            {texts.selectNone}
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <p className={styles.none} role="status">
          {texts.noOutletFound}
        </p>
      ) : (
        <CheckList
          label={texts.outlets}
          choices={found.map(({ areaId, areaName }) => ({ value: areaId, label: areaName }))}
          chosen={draft}
          onToggle={toggle}
        />
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Button wide onClick={show}>
        {texts.show}
      </Button>
    </Sheet>
  );
}
