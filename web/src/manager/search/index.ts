export { replaceAddress } from "./search-address.ts";
export { SearchBox } from "./search-box.tsx";
export { SearchResults } from "./search-results.tsx";
