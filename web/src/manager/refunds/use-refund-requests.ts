import { type RefundRequests, refundRequests, requestRefund } from "@reposo/contract/orders/refunds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { refusalCode } from "#shared/api/api-failure.ts";
import { refetchAfterPending } from "#manager/shared/session/refetch.ts";

/** Polling interval for open requests while there are no live events. */
const pollMilliseconds = 15_000;

const isOpen = ({ items }: RefundRequests): boolean =>
  items.some(({ state, refundState }) => state === "requested" || (refundState ?? "returned") !== "returned");

export interface RefundDraft {
  readonly amount: number;
  readonly reason: string;
}

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
      !live && data !== undefined && isOpen(data) ? pollMilliseconds : false,
  });

  const [pending, setPending] = useState(false);
  const unconfirmed = useRef<{ text: string; key: string } | null>(null);
  async function request(draft: RefundDraft): Promise<void> {
    const text = JSON.stringify(draft);
    // Retries of the same draft use the same idempotency key, so that repeated taps create one request.
    if (unconfirmed.current?.text !== text) unconfirmed.current = { text, key: newIdempotencyKey() };
    setPending(true);
    try {
      const { key: idempotencyKey } = unconfirmed.current;
      const requests = await callApi(requestRefund, { orderId, ...draft }, { idempotencyKey, quiet: true });
      // Cancels a pending fetch, whose response may be older than the new request and would remove it from the screen.
      await client.cancelQueries({ queryKey });
      client.setQueryData<RefundRequests>(queryKey, requests);
      unconfirmed.current = null;
    } catch (error) {
      if (refusalCode(error) !== null) unconfirmed.current = null;
      throw error;
    } finally {
      setPending(false);
    }
  }
  return { ...query, pending, request, refetchOnEvent: () => void refetchAfterPending(client, queryKey) };
}
