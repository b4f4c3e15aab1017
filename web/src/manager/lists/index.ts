export { useCoveredList } from "./covered-list.ts";
export { useEventsDuringFetch } from "./events-during-fetch.ts";
export { FilterButton } from "./filter-button.tsx";
export { type FilterChip, FilteredList, outletName } from "./filtered-list.tsx";
export { ListResults } from "./list-results.tsx";
export { type ListVisit, useListVisit, useScrollRestoration } from "./list-visit.ts";
export { type PagedList, type PageOf, type PagesOf, usePagedList } from "./use-paged-list.ts";
export { useWhenIdle } from "./when-idle.ts";
