import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useDebouncedText } from "#manager/shared/lists/use-debounced-text.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { type FoundHrefs, SearchResults } from "./search-results.tsx";

/** Key of the search of which the manager has opened a result, so that Back shows the results again. */
const openedKey = ["opened search"];

interface OpenedSearch {
  readonly text: string;
  readonly address: string;
}

/**
 * Finds orders, chairs, coupons, payments, feedback, and outlets by whatever a person reads out. A page to which `hrefs`
 * lead gives the component its address as `key`, so that the search ends when a result is opened.
 */
export function SearchBox({ hrefs }: { hrefs?: FoundHrefs }) {
  const texts = useText("search");
  const { clearSearch } = useText("manager");
  const client = useQueryClient();
  const [settled, setSettled] = useState(() => {
    const opened = client.getQueryData<OpenedSearch>(openedKey);
    return opened?.address === globalThis.location?.href ? (opened?.text ?? "") : "";
  });
  const [text, setText] = useDebouncedText(settled, setSettled, false);
  useEffect(() => {
    if (settled !== "") client.removeQueries({ queryKey: openedKey });
  }, [client, settled]);
  const keep = () =>
    client.setQueryData<OpenedSearch>(openedKey, { text: settled, address: window.location.href });
  return (
    <div className="stack-3">
      <SearchField label={texts.label} clearLabel={clearSearch} value={text} onChange={setText} />
      {text.trim() !== "" && <SearchResults text={settled} hrefs={hrefs} onOpen={keep} />}
    </div>
  );
}
