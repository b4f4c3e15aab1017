import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { ownOrders } from "@reposo/contract/order-lists.ts";
import { liveStatuses } from "@reposo/contract/orders.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure } from "#shared/api/api-failure.ts";
import { useOnline } from "#shared/api/connection.ts";
import { useLiveEvents } from "#shared/live/live-events.ts";

export type OwnOrder = ReplyOf<typeof ownOrders>["items"][number];

const firstPage = 5;
const laterPage = 20;
const mostAtOnce = 100;

export interface OwnOrders {
  /** Null until they are known. */
  readonly rows: readonly OwnOrder[] | null;
  /** Why they could not be fetched. */
  readonly failure: { readonly kind: "offline" | "refused" } | null;
  readonly reload: () => void;
  readonly more: (() => void) | null;
}

const isUnderWay = ({ orderStatus }: OwnOrder): boolean =>
  orderStatus === "unpaid" || liveStatuses.some((status) => status === orderStatus);

/** What was ordered in this browser, newest first; followed while one of them is under way. */
export function useOwnOrders(): OwnOrders {
  const [page, setPage] = useState<{ rows: readonly OwnOrder[]; next: string | null } | null>(null);
  const [failure, setFailure] = useState<OwnOrders["failure"]>(null);
  const online = useOnline();
  // As many as are shown or asked for: a reading anew that overtakes "more", or is overtaken, brings them too.
  const wanted = useRef(firstPage);
  const asked = useRef(0);

  const failed = useCallback((error: unknown) => {
    if (!(error instanceof ApiFailure)) return;
    if (error.kind === "network" || error.kind === "timeout") setFailure({ kind: "offline" });
    else if (["refused", "trouble", "invalid"].includes(error.kind)) setFailure({ kind: "refused" });
  }, []);

  const reload = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    const wantedNow = () => Math.min(mostAtOnce, wanted.current);
    const read = (limit: number): Promise<void> =>
      callApi(ownOrders, { limit }, { quiet: true }).then(
        ({ items, nextCursor }) => {
          if (mine !== asked.current) return;
          if (limit < wantedNow()) return read(wantedNow());
          setPage({ rows: items, next: nextCursor });
          setFailure(null);
        },
        (error: unknown) => {
          if (mine === asked.current) failed(error);
        },
      );
    void read(wantedNow());
  }, [failed]);

  const more = (cursor: string) => {
    wanted.current = (page?.rows.length ?? 0) + laterPage;
    callApi(ownOrders, { limit: laterPage, cursor }).then(({ items, nextCursor }) => {
      setPage((now) => (now?.next === cursor ? { rows: [...now.rows, ...items], next: nextCursor } : now));
      setFailure(null);
    }, failed);
  };

  useEffect(() => {
    if (online) reload();
    else setFailure({ kind: "offline" });
    const shown = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", shown);
    window.addEventListener("pageshow", shown);
    return () => {
      document.removeEventListener("visibilitychange", shown);
      window.removeEventListener("pageshow", shown);
    };
  }, [online, reload]);

  useLiveEvents((event) => {
    if (event.name === "order" || event.name === "reset") reload();
  }, page?.rows.some(isUnderWay) ?? false);

  const next = page?.next ?? null;
  return {
    rows: page?.rows ?? null,
    failure,
    reload,
    more: page === null || next === null ? null : () => more(next),
  };
}
