import { useDebouncedText } from "#manager/shared/lists/use-debounced-text.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { useAddressQuery } from "#shared/routing/navigation.ts";
import { SearchField } from "#ui/field/search-field.tsx";
import { readSearch, replaceSearch } from "./search-address.ts";
import { type FoundHrefs, SearchResults } from "./search-results.tsx";

/**
 * Finds orders, chairs, coupons, payments, feedback, and outlets by whatever a person reads out. The search ends when a
 * result is opened, because its address has no text to search for.
 */
export function SearchBox({ hrefs }: { hrefs?: FoundHrefs }) {
  const texts = useText("search");
  const { clearSearch } = useText("manager");
  const settled = readSearch(useAddressQuery());
  const [text, setText] = useDebouncedText(settled, replaceSearch, false);
  return (
    <div className="stack-3">
      <SearchField label={texts.label} clearLabel={clearSearch} value={text} onChange={setText} />
      {text.trim() !== "" && <SearchResults text={settled} hrefs={hrefs} />}
    </div>
  );
}
