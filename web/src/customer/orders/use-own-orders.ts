import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { ownOrders } from "@reposo/contract/orders/order-lists.ts";
import { liveStatuses } from "@reposo/contract/orders/order-values.ts";
import { useCallback, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useLiveRefetch } from "#shared/live/use-live-refetch.ts";

export type OwnOrder = ReplyOf<typeof ownOrders>["items"][number];

/** Numbers of rows of the first request and of each further one. */
const firstPage = 5;
const laterPage = 20;
/** The API's maximum of rows per request. */
const maxLimit = 100;

export interface OwnOrders {
  /** Null until the orders have loaded. */
  readonly rows: readonly OwnOrder[] | null;
  /** `offline`: the server could not be reached. `refused`: it returned an error of any kind. Null after a success. */
  readonly failure: "offline" | "refused" | null;
  readonly reload: () => void;
  /** Fetches more rows; null if there are none. */
  readonly more: (() => void) | null;
}

const isInProgress = ({ orderStatus }: OwnOrder): boolean =>
  orderStatus === "unpaid" || liveStatuses.some((status) => status === orderStatus);

/**
 * Returns the orders of this browser's customer token, newest first. They are refetched on live events while one of
 * them is in progress.
 */
export function useOwnOrders(): OwnOrders {
  const [page, setPage] = useState<{ rows: readonly OwnOrder[]; next: string | null } | null>(null);
  const [failure, setFailure] = useState<OwnOrders["failure"]>(null);
  const online = useOnline();
  // Number of rows shown or requested. A refetch includes them, up to `maxLimit`, even during a request for more rows.
  const requestedCount = useRef(firstPage);
  // Number of the latest reload. Responses to earlier ones are ignored.
  const latest = useRef(0);

  const reportFailure = useCallback((error: unknown) => {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.kind === "network" || error.kind === "timeout") setFailure("offline");
    else if (["refused", "unavailable", "invalid"].includes(error.kind)) setFailure("refused");
  }, []);

  const reload = useCallback(() => {
    if (!online) return setFailure("offline");
    latest.current += 1;
    const call = latest.current;
    const wantedNow = () => Math.min(maxLimit, requestedCount.current);
    const read = (limit: number): Promise<void> =>
      callApi("ownOrders", { limit }, { quiet: true }).then(
        ({ items, nextCursor }) => {
          if (call !== latest.current) return;
          if (limit < wantedNow()) return read(wantedNow());
          setPage({ rows: items, next: nextCursor });
          setFailure(null);
        },
        (error: unknown) => {
          if (call === latest.current) reportFailure(error);
        },
      );
    void read(wantedNow());
  }, [reportFailure, online]);

  const more = (cursor: string) => {
    requestedCount.current = (page?.rows.length ?? 0) + laterPage;
    callApi("ownOrders", { limit: laterPage, cursor }).then(({ items, nextCursor }) => {
      setPage((now) => (now?.next === cursor ? { rows: [...now.rows, ...items], next: nextCursor } : now));
      setFailure(null);
    }, reportFailure);
  };

  useLiveRefetch(reload, {
    follows: page?.rows.some(isInProgress) ?? false,
    onEvent: ({ name }) => {
      if (name === "order") reload();
    },
    pollMilliseconds: null,
  });

  const next = page?.next ?? null;
  return {
    rows: page?.rows ?? null,
    failure,
    reload,
    more: page === null || next === null ? null : () => more(next),
  };
}
