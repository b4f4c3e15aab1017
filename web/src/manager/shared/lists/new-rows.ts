import type { LiveEvent } from "@reposo/contract/sessions/live-events.ts";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useManagerEvents } from "#manager/shared/session/manager-context.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { type LoadedRows, showFirstPage } from "./list-query.ts";

interface NewRowsOptions<R> {
  readonly queryKey: QueryKey;
  readonly list: LoadedRows<R> | undefined;
  /** Returns the row that an event contains; null for other events. */
  readonly rowOf: (event: LiveEvent) => R | null;
  readonly idOf: (row: R) => string;
  /** Whether the row matches the filters of the list. */
  readonly matches: (row: R) => boolean;
  /** Whether the list places the first row before the second. */
  readonly isBefore: (row: R, other: R) => boolean;
}

/**
 * Counts the rows that live events have added to the list since it was fetched. They are shown only when the user
 * chooses to, because rows would otherwise move under the user's finger. An empty list shows them immediately.
 */
export function useNewRows<R>({ queryKey, list, rowOf, idOf, matches, isBefore }: NewRowsOptions<R>) {
  const client = useQueryClient();
  const [received, setReceived] = useState<ReadonlyMap<string, R>>(new Map());

  const { rows = [], nextCursor = null } = list ?? {};
  const last = rows[rows.length - 1];
  const isListed = (row: R) => rows.some((other) => idOf(other) === idOf(row));
  const isNew = (row: R) =>
    matches(row) &&
    !isListed(row) &&
    // A row below the loaded ones is loaded with its page.
    (nextCursor === null || last === undefined || isBefore(row, last));

  useManagerEvents((event) => {
    const row = rowOf(event);
    if (row === null) return;
    const isEmpty = list !== undefined && rows.length === 0;
    if (isEmpty && matches(row)) void refetchAfterPending(client, { queryKey, exact: true });
    setReceived((before) => {
      const after = new Map(before);
      if (isNew(row)) after.set(idOf(row), row);
      else after.delete(idOf(row));
      return after;
    });
  });

  function show(): void {
    setReceived(new Map());
    void showFirstPage(client, queryKey);
  }
  // The filters may have changed, or a refetch may have loaded some of the rows.
  const count = rows.length === 0 ? 0 : [...received.values()].filter(isNew).length;
  return { count, show };
}
