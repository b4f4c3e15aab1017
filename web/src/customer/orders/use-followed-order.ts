import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { useIdempotentCall } from "#shared/api/use-idempotent-call.ts";
import { endTicket, ensureGuest, guestWithTicket } from "#shared/session/guest.ts";
import type { LiveState } from "#shared/live/live-events.ts";
import { newerOrder } from "#shared/live/newer-order.ts";
import { useLiveRefetch } from "#shared/live/use-live-refetch.ts";
import { showToast } from "#shared/toasts/toasts.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { type OrderFollowed, phaseOf } from "./order-phase.ts";

const pollMilliseconds = 4_000;

export interface FollowedOrderState {
  /** Null until the order has loaded. */
  readonly order: OrderFollowed | null;
  /** The server's refusal to return the order; null after a successful fetch. */
  readonly refusal: ApiFailure | null;
  readonly liveState: LiveState;
  readonly reload: () => void;
  /**
   * `run` stops or cancels the order, and rejects with an ApiFailure. With `beforeStart`, it rejects if the massage has
   * started, because a stop does not return the money.
   */
  readonly stop: { readonly pending: boolean; readonly run: (beforeStart: boolean) => Promise<void> };
}

async function fetchOrder(orderId: string, ticket: string | null): Promise<OrderFollowed> {
  // The server redeems a ticket only once, for the token of the call. This browser therefore stores a token first, so
  // that a lost response does not lose access to the order.
  if (ticket !== null) await ensureGuest();
  try {
    const order = await callApi("getOrder", { orderId }, { quiet: true });
    // The payer has returned, so no other browser may redeem the ticket any more.
    if (ticket !== null && readSession()?.kind === "customer") endTicket(ticket);
    return order;
  } catch (error) {
    const hidden = refusalCode(error) === resultCodes.orderNotFound && readSession()?.kind === "customer";
    if (ticket === null || !hidden) throw error;
    await guestWithTicket(ticket);
    return callApi("getOrder", { orderId }, { quiet: true });
  }
}

/**
 * Loads an order and keeps it up to date until it has ended and no refund of the order or of its extensions is in the
 * state `requested`. If the customer's token has no access to the order, redeems `ticket`, which the return URL of a
 * payment contains. Calls `onSeen` after each successful fetch.
 */
export function useFollowedOrder(
  orderId: string,
  ticket: string | null = null,
  onSeen?: () => void,
): FollowedOrderState {
  const [order, setOrder] = useState<OrderFollowed | null>(null);
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  const [failures, setFailures] = useState(0);
  const unusedTicket = useRef(ticket);
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
    // A response that arrives after the page was left must not call `onSeen`, which would navigate.
    return () => {
      seen.current = undefined;
    };
  });

  const setNewer = useCallback(
    (fetched: OrderFollowed) => setOrder((known) => newerOrder(known, fetched)),
    [],
  );

  const reload = useCallback(() => {
    fetchOrder(orderId, unusedTicket.current).then(
      (fetched) => {
        unusedTicket.current = null;
        setRefusal(null);
        setFailures(0);
        setNewer(fetched);
        seen.current?.();
      },
      (error: unknown) => {
        setFailures((count) => count + 1);
        if (error instanceof ApiFailure && error.kind === "refused") setRefusal(error);
      },
    );
  }, [orderId, setNewer]);

  const ended =
    order !== null &&
    phaseOf(order) === "ended" &&
    [order, ...order.extensions].every(({ refund }) => refund?.state !== "requested");
  const following = order !== null && !ended;
  const liveState = useLiveRefetch(reload, {
    follows: following,
    onEvent: (event) => {
      if (event.name === "order" && event.data.orderId === orderId) setNewer(event.data);
    },
    pollMilliseconds: refusal === null && !ended ? pollMilliseconds : null,
  });

  // A failed refetch does not change `order`, so `failures` starts the timer again.
  useEffect(() => {
    const delay = order === null || refusal !== null ? null : paymentPageDelay(order);
    if (delay === null) return;
    const timer = setTimeout(reload, failures === 0 ? delay : Math.max(delay, defaultDelayMs));
    return () => clearTimeout(timer);
  }, [order, refusal, failures, reload]);

  const { pending, call } = useIdempotentCall("stop");
  const run = useCallback(
    async (beforeStart: boolean) => {
      try {
        await call({ orderId, ...(beforeStart && { beforeStart }) }, setNewer);
      } catch (error) {
        if (refusalCode(error) === resultCodes.massageStarted) {
          // The question about the cancellation closes when the chair starts, so it cannot show the refusal.
          showToast((error as ApiFailure).message, "error");
          reload();
        }
        throw error;
      }
    },
    [call, orderId, setNewer, reload],
  );

  return { order, refusal, liveState, reload, stop: { pending, run } };
}

type Payment = NonNullable<OrderFollowed["payment"]>;

/**
 * Delay if the server sends no `pageRetryAt`, for example because it was killed before it opened the payment page. It
 * is also the minimum delay after a failed refetch.
 */
const defaultDelayMs = 10_000;
const minDelayMs = 1_000;

const isMissing = ({ redirectUrl, qrText }: Payment): boolean =>
  redirectUrl === undefined && qrText === undefined;

/**
 * Returns the milliseconds after which to refetch the order because a payment page is missing; null if none is missing.
 * The server tries again to open a page only when the order is fetched after `pageRetryAt`.
 */
export function paymentPageDelay({ serverTime, payment, extensions }: OrderFollowed): number | null {
  const delays = [payment, ...extensions.map((extension) => extension.payment)]
    .filter((one): one is Payment => one !== null && isMissing(one))
    .map(({ pageRetryAt }) =>
      pageRetryAt === undefined ? defaultDelayMs : Date.parse(pageRetryAt) - Date.parse(serverTime),
    );
  return delays.length === 0 ? null : Math.max(minDelayMs, Math.min(...delays));
}
