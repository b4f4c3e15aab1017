import { type RefundRequests, refundRequests, requestRefund } from "@reposo/contract/refunds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { refetchAfterPending } from "#manager/shared/session/refetch.ts";

/** How often it is asked how a request stands while no stream brings its news. */
const askMilliseconds = 15_000;

const isOpen = ({ items }: RefundRequests): boolean =>
  items.some(({ state, refundState }) => state === "requested" || (refundState ?? "returned") !== "returned");

export interface RefundWish {
  readonly amount: number;
  readonly reason: string;
}

/** What was asked to be given back of an order, and how it goes on. */
export function useRefundRequests(
  token: string,
  orderId: string,
  { live, enabled }: { live: boolean; enabled: boolean },
) {
  const client = useQueryClient();
  const queryKey = ["refunds", token, orderId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(refundRequests, { orderId }, { signal, quiet: true }),
    enabled,
    refetchInterval: ({ state: { data } }) =>
      !live && data !== undefined && isOpen(data) ? askMilliseconds : false,
  });

  const [pending, setPending] = useState(false);
  const kept = useRef<{ wish: string; key: string } | null>(null);
  async function ask(wish: RefundWish): Promise<void> {
    const words = JSON.stringify(wish);
    // The same key until an answer comes, so that one tap stays one request however often it is sent.
    if (kept.current?.wish !== words) kept.current = { wish: words, key: newIdempotencyKey() };
    setPending(true);
    try {
      const request = { orderId, ...wish };
      const asked = await callApi(requestRefund, request, { idempotencyKey: kept.current.key, quiet: true });
      // A reading under way may be older than the request and would take it off the screen again.
      await client.cancelQueries({ queryKey });
      client.setQueryData<RefundRequests>(queryKey, asked);
      kept.current = null;
    } catch (error) {
      if (refusalCode(error) !== null) kept.current = null;
      throw error;
    } finally {
      setPending(false);
    }
  }
  return { ...query, pending, ask, hearNews: () => void refetchAfterPending(client, queryKey) };
}
