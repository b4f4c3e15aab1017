import type { RefundRequests } from "@reposo/contract/orders/refunds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { apiQuery } from "#shared/api/api-query.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";

/** Polling interval for open requests while there are no live events. */
const pollMilliseconds = 15_000;

/** Whether a request is not decided yet, or a refund is not returned yet. `refundState` is null without a refund. */
const isOpen = ({ items }: RefundRequests): boolean =>
  items.some(({ state, refundState }) => state === "requested" || (refundState ?? "returned") !== "returned");

export interface RefundDraft {
  /** In minor units of the order's currency. */
  readonly amount: number;
  readonly reason: string;
}

/** The refund requests of a completed order. */
export const refundRequestsQuery = (orderId: string) => ({
  ...apiQuery("refundRequests", { orderId }),
  // Data of a document are not fetched again immediately.
  staleTime: 4_000,
});

export function useRefundRequests(orderId: string, { live, enabled }: { live: boolean; enabled: boolean }) {
  const client = useQueryClient();
  const requests = refundRequestsQuery(orderId);
  const { queryKey } = requests;
  const query = useQuery({
    ...requests,
    enabled,
    refetchInterval: ({ state: { data } }) =>
      !live && data !== undefined && isOpen(data) ? pollMilliseconds : false,
  });

  const { pending, call } = useIdempotentCall("requestRefund", { quiet: true });
  async function request(draft: RefundDraft): Promise<void> {
    await call({ orderId, ...draft }, async (reply) => {
      // Cancels a pending fetch, whose response may be older than the new request and would remove it from the screen.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, reply);
    });
  }
  return { ...query, pending, request };
}
