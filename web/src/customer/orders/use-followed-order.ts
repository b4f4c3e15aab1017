import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { orderQuery } from "#shared/api/order-query.ts";
import { refetchAfterPending } from "#shared/api/refetch.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { endTicket, ensureGuest, guestWithTicket } from "#shared/session/guest.ts";
import type { LiveState } from "#shared/live/live-events.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { type OrderFollowed, phaseOf } from "./order-phase.ts";
import { paymentPageDelay } from "./payment-page-delay.ts";
import { useLiveOrders } from "./use-live-orders.ts";

const pollMilliseconds = 4_000;
/** Minimum delay between a failed refetch and the next attempt to open a missing payment page. */
const failedPageDelayMs = 10_000;

export interface FollowedOrderState {
  /** Null until the order has loaded. */
  readonly order: OrderFollowed | null;
  /** The server's refusal to return the order; null after a successful fetch. */
  readonly refusal: ApiFailure | null;
  readonly liveState: LiveState;
  readonly reload: () => void;
  /** Shows the order that a call has returned. */
  readonly show: (order: OrderFollowed) => void;
  /**
   * `run` stops or cancels the order, and rejects with an ApiFailure. With `beforeStart`, it rejects if the massage has
   * started, because a stop does not return the money.
   */
  readonly stop: { readonly pending: boolean; readonly run: (beforeStart: boolean) => Promise<void> };
}

async function fetchWithTicket(orderId: string, ticket: string): Promise<OrderFollowed> {
  // The server redeems a ticket only once, for the token of the call. This browser therefore stores a token first, so
  // that a lost response does not lose access to the order.
  await ensureGuest();
  try {
    const order = await callApi("getOrder", { orderId }, { quiet: true });
    // The payer has returned, so no other browser may redeem the ticket any more. A manager has access to the orders of
    // the outlets without being their payer.
    if (readSession()?.kind === "customer") endTicket(ticket);
    return order;
  } catch (error) {
    const hidden = refusalCode(error) === resultCodes.orderNotFound && readSession()?.kind === "customer";
    if (!hidden) throw error;
    await guestWithTicket(ticket);
    return callApi("getOrder", { orderId }, { quiet: true });
  }
}

/** Whether the order and its refunds change no more, and its massage cannot continue on another chair. */
const isFinal = (order: OrderFollowed): boolean =>
  phaseOf(order) === "ended" &&
  order.transfer === null &&
  [order, ...order.extensions].every(({ refund }) => refund?.state !== "requested");

const isStarting = (order: OrderFollowed | undefined): boolean =>
  order !== undefined && phaseOf(order) === "pending";

const isRefusal = (error: Error | null): error is ApiFailure =>
  error instanceof ApiFailure && error.kind === "refused";

/** Returns the milliseconds until the next refetch; false if only live events and `reload` cause one. */
function refetchDelay(order: OrderFollowed | undefined, error: Error | null, isLive: boolean) {
  if (isRefusal(error) || (order !== undefined && isFinal(order))) return false;
  const pageDelay = order === undefined ? null : paymentPageDelay(order);
  const delays = [
    // No event reports which other chairs become idle, and when the offer to continue on one of them ends. A start, for
    // which the customer waits, is not left to a connection that may have been lost without an error.
    isLive && order?.transfer == null && !isStarting(order) ? null : pollMilliseconds,
    pageDelay !== null && error !== null ? Math.max(pageDelay, failedPageDelayMs) : pageDelay,
  ].filter((delay) => delay !== null);
  return delays.length > 0 && Math.min(...delays);
}

/**
 * Fetches an order and keeps it up to date until it has ended and no refund of the order or of its extensions is in the
 * state `requested`. If the customer's token has no access to the order, redeems `ticket`, which the return URL of a
 * payment contains. Calls `onSeen` after the first successful fetch.
 */
export function useFollowedOrder(
  orderId: string,
  ticket: string | null = null,
  onSeen?: () => void,
): FollowedOrderState {
  const client = useQueryClient();
  // State, because the call precedes the query, whose refetch interval depends on `liveState`. Setting it while rendering
  // repeats the rendering before the browser shows it.
  const [follows, setFollows] = useState(false);
  const liveState = useLiveOrders(follows);
  const { data, error, isSuccess, isFetchedAfterMount } = useQuery({
    ...orderQuery(orderId),
    // With a ticket, the browser always fetches the order, because the document does not redeem it.
    ...(ticket !== null && { queryFn: () => fetchWithTicket(orderId, ticket), staleTime: 0 }),
    refetchInterval: ({ state }) => refetchDelay(state.data, state.error, liveState === "live"),
  });
  const isFollowing = data !== undefined && !isFinal(data);
  if (isFollowing !== follows) setFollows(isFollowing);

  const isSeen = isSuccess && isFetchedAfterMount;
  useEffect(() => {
    if (isSeen) onSeen?.();
  }, [isSeen, onSeen]);

  const reload = useCallback(() => {
    void refetchAfterPending(client, { queryKey: orderQuery(orderId).queryKey });
  }, [client, orderId]);

  const show = useCallback(
    (order: OrderFollowed) => void client.setQueryData(orderQuery(orderId).queryKey, order),
    [client, orderId],
  );

  const { pending, call } = useIdempotentCall("stop");
  const run = useCallback(
    async (beforeStart: boolean) => {
      try {
        await call({ orderId, ...(beforeStart && { beforeStart }) }, show);
      } catch (error) {
        if (refusalCode(error) === resultCodes.massageStarted) {
          // The question about the cancellation closes when the chair starts, so it cannot show the refusal.
          showToast((error as ApiFailure).message, "error");
          reload();
        }
        throw error;
      }
    },
    [call, orderId, reload, show],
  );

  return {
    order: data ?? null,
    refusal: isRefusal(error) ? error : null,
    liveState,
    reload,
    show,
    stop: { pending, run },
  };
}
