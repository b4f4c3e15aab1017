import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDebouncedText } from "#manager/shared/lists/use-debounced-text.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { SearchResults } from "./search-results.tsx";

/** Key of the text whose result the manager has opened, so that Back shows the results again. */
const openedKey = ["opened search"];

/** Finds orders, chairs, coupons, payments, feedback, and outlets by whatever a person reads out. */
export function SearchBox() {
  const texts = useText("search");
  const { clearSearch } = useText("manager");
  const client = useQueryClient();
  const [settled, setSettled] = useState(() => client.getQueryData<string>(openedKey) ?? "");
  const [text, setText] = useDebouncedText(settled, setSettled, false);
  useEffect(() => client.removeQueries({ queryKey: openedKey }), [client]);
  return (
    <div className="stack-3">
      <SearchField label={texts.label} clearLabel={clearSearch} value={text} onChange={setText} />
      {text.trim() !== "" && (
        <SearchResults text={settled} onOpen={() => client.setQueryData(openedKey, settled)} />
      )}
    </div>
  );
}
