import type { OperationName } from "@reposo/contract/operations.ts";
import type { QueryClient } from "@tanstack/react-query";
import { operationOf } from "#shared/api/api-query.ts";
import type { PageOf, PagesOf } from "./list-query.ts";

type Rows<R> = PagesOf<R> | PageOf<R>;

/**
 * Replaces a row in all fetched pages of the operation. A row that no longer matches the filters stays, so that rows do
 * not move under the user's finger.
 */
export function replaceRow<R>(
  client: QueryClient,
  operation: OperationName,
  row: R,
  isSame: (other: R) => boolean,
): void {
  const contains = ({ items }: PageOf<R>) => items.some(isSame);
  const replaceIn = (page: PageOf<R>): PageOf<R> =>
    contains(page)
      ? { ...page, items: page.items.map((other) => (isSame(other) ? { ...other, ...row } : other)) }
      : page;
  const replace = (data: Rows<R> | undefined): Rows<R> | undefined => {
    if (data === undefined) return undefined;
    if ("items" in data) return contains(data) ? replaceIn(data) : undefined;
    return data.pages.some(contains) ? { ...data, pages: data.pages.map(replaceIn) } : undefined;
  };
  const isOfOperation = (query: { queryKey: readonly unknown[] }) => operationOf(query) === operation;
  for (const { queryKey, promise, state } of client.getQueryCache().findAll({ predicate: isOfOperation })) {
    const update = () => void client.setQueryData<Rows<R>>(queryKey, replace);
    update();
    // The response of a pending fetch may be older than the event.
    if (state.fetchStatus === "fetching") promise?.then(update, () => undefined);
  }
}
