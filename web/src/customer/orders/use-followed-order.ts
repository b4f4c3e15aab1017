import { getOrder, stop } from "@reposo/contract/orders.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { newIdempotencyKey } from "#shared/api/api-exchange.ts";
import { ApiFailure, refusalCode } from "#shared/api/api-failure.ts";
import { ensureGuest, guestWithTicket } from "#shared/session/guest.ts";
import { type LiveState, useLiveEvents } from "#shared/live/live-events.ts";
import { readSession } from "#shared/session/session-storage.ts";
import { type OrderFollowed, phaseOf } from "./order-phase.ts";
import { paymentPageDelay } from "./payment-page-delay.ts";

/** How often the order is asked for while no stream brings its news. */
const askMilliseconds = 4_000;

export interface FollowedOrderState {
  readonly order: OrderFollowed | null;
  /** Why the order cannot be shown. */
  readonly refusal: ApiFailure | null;
  readonly liveState: LiveState;
  readonly reload: () => void;
  readonly stop: { readonly pending: boolean; readonly run: () => Promise<void> };
}

async function fetchOrder(orderId: string, ticket: string | null): Promise<OrderFollowed> {
  // A ticket is redeemed once: with a token that is stored already, a lost answer does not lose the order.
  if (ticket !== null) await ensureGuest();
  try {
    return await callApi(getOrder, { orderId }, { quiet: true });
  } catch (error) {
    const hidden = refusalCode(error) === resultCodes.orderNotFound && readSession()?.kind === "customer";
    if (ticket === null || !hidden) throw error;
    await guestWithTicket(ticket);
    return callApi(getOrder, { orderId }, { quiet: true });
  }
}

/** Of two readings of an order the one that the server rendered later; ended is ended. */
export function newerOrder(known: OrderFollowed | null, read: OrderFollowed): OrderFollowed {
  return known !== null && known.orderId === read.orderId && known.serverTime > read.serverTime
    ? known
    : read;
}

/** An order and its news: from the stream, and from the server anew whenever the stream may have missed some. */
export function useFollowedOrder(
  orderId: string,
  ticket: string | null,
  onSeen: () => void,
): FollowedOrderState {
  const [order, setOrder] = useState<OrderFollowed | null>(null);
  const [refusal, setRefusal] = useState<ApiFailure | null>(null);
  const [stopping, setStopping] = useState(false);
  const stopKey = useRef<string | null>(null);
  const ticketLeft = useRef(ticket);
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
    // A reading that comes when another order is on the screen leads nowhere.
    return () => {
      seen.current = () => undefined;
    };
  });

  const take = useCallback((read: OrderFollowed) => setOrder((known) => newerOrder(known, read)), []);

  const reload = useCallback(() => {
    fetchOrder(orderId, ticketLeft.current).then(
      (read) => {
        ticketLeft.current = null;
        setRefusal(null);
        take(read);
        seen.current();
      },
      (error: unknown) => {
        if (error instanceof ApiFailure && error.kind === "refused") setRefusal(error);
      },
    );
  }, [orderId, take]);

  const ended =
    order !== null &&
    phaseOf(order) === "ended" &&
    [order, ...order.extensions].every(({ refund }) => refund?.state !== "requested");
  const following = order !== null && !ended;
  const liveState = useLiveEvents((event) => {
    if (event.name === "reset") reload();
    if (event.name === "order" && event.data.orderId === orderId) take(event.data);
  }, following);

  useEffect(() => {
    reload();
    const shown = () => {
      if (document.visibilityState === "visible") reload();
    };
    document.addEventListener("visibilitychange", shown);
    window.addEventListener("pageshow", shown);
    return () => {
      document.removeEventListener("visibilitychange", shown);
      window.removeEventListener("pageshow", shown);
    };
  }, [reload]);

  // Some wallets' browsers hold a stream back until it ends.
  const asking = refusal === null && (order === null || (following && liveState !== "live"));
  useEffect(() => {
    if (!asking) return;
    const timer = setInterval(reload, askMilliseconds);
    return () => clearInterval(timer);
  }, [asking, reload]);

  useEffect(() => {
    const delay = order === null ? null : paymentPageDelay(order);
    if (delay === null) return;
    const timer = setTimeout(reload, delay);
    return () => clearTimeout(timer);
  }, [order, reload]);

  const runStop = useCallback(async () => {
    setStopping(true);
    // The same key until an answer comes, so that one tap stays one stop however often it is sent.
    stopKey.current ??= newIdempotencyKey();
    try {
      take(await callApi(stop, { orderId }, { idempotencyKey: stopKey.current }));
      stopKey.current = null;
    } catch (error) {
      if (refusalCode(error) !== null) stopKey.current = null;
      throw error;
    } finally {
      setStopping(false);
    }
  }, [orderId, take]);

  return { order, refusal, liveState, reload, stop: { pending: stopping, run: runStop } };
}
