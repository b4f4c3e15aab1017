import { navigate } from "#shared/routing/navigation.ts";

/** The longest text that the server searches for. */
const maxLength = 64;

/** Reads the text of the page's search from the address, which contains it so that Back and a reload show it again. */
export const readSearch = (query: URLSearchParams): string => (query.get("search") ?? "").slice(0, maxLength);

const currentQuery = () => new URLSearchParams(window.location.search);

/** Replaces the address of the page by one with other choices and the same search. */
export function replaceAddress(href: string, text = readSearch(currentQuery())): void {
  const [path = "", query] = href.split("?");
  const next = new URLSearchParams(query);
  next.delete("search");
  if (text !== "") next.append("search", text);
  const nextQuery = next.toString();
  navigate(nextQuery === "" ? path : `${path}?${nextQuery}`, { replace: true });
}

export const replaceSearch = (text: string): void =>
  replaceAddress(window.location.pathname + window.location.search, text);
