import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { activate, extend, getOrder, stop } from "@reposo/contract/orders/orders.ts";
import { declineTransfer, transferOrder } from "@reposo/contract/orders/transfers.ts";
import type { FastifyInstance } from "fastify";
import { type Answer, call } from "./http-client.ts";
import { makeManager } from "#test/app/network-factory.ts";
import { eventually, type OrderApp } from "#test/app/order-app.ts";

type Followed = ReplyOf<typeof getOrder>;

/** Returns functions that make the calls of a browser with this token. */
export function browserOf(http: FastifyInstance, token: string, headers: Record<string, string> = {}) {
  const headersOf = (key?: string): Record<string, string> => ({
    ...headers,
    "access-token": token,
    ...(key === undefined ? {} : { "idempotency-key": key }),
  });
  const follow = async (orderId: string): Promise<Followed> => {
    const answer = await call(http, getOrder, { orderId }, headersOf());
    if (answer.code !== 200) throw new Error(`get-order answers ${answer.code}: ${answer.message}`);
    return answer.data;
  };
  const activateBy = (
    request: Record<string, unknown>,
    key?: string,
  ): Promise<Answer<ReplyOf<typeof activate>>> => call(http, activate, request, headersOf(key));
  return {
    activate: activateBy,
    extend: (request: Record<string, unknown>, key?: string): Promise<Answer<ReplyOf<typeof extend>>> =>
      call(http, extend, request, headersOf(key)),
    /** Places an order. @throws Error if the server refuses it */
    order: async (request: Record<string, unknown>) => {
      const answer = await activateBy(request);
      if (answer.code !== 200) throw new Error(`activate answers ${answer.code}: ${answer.message}`);
      return answer.data;
    },
    stop: (
      orderId: string,
      { key, ...options }: { key?: string; beforeStart?: boolean } = {},
    ): Promise<Answer<Followed>> => call(http, stop, { orderId, ...options }, headersOf(key)),
    continueOn: (
      orderId: string,
      deviceId: string,
      key?: string,
    ): Promise<Answer<ReplyOf<typeof transferOrder>>> =>
      call(http, transferOrder, { orderId, deviceId }, headersOf(key)),
    declineTransfer: (orderId: string): Promise<Answer<Followed>> =>
      call(http, declineTransfer, { orderId }, headersOf()),
    getOrder: (orderId: string): Promise<Answer<Followed>> => call(http, getOrder, { orderId }, headersOf()),
    follow,
    /** Waits until the order has the status; rejects after `timeout` milliseconds. */
    reaches: (orderId: string, status: Followed["orderStatus"], timeout?: number): Promise<Followed> =>
      eventually(async () => {
        const order = await follow(orderId);
        if (order.orderStatus !== status)
          throw new Error(`the order is ${order.orderStatus} (${order.endReason}), not ${status}`);
        return order;
      }, timeout),
  };
}

/** Returns the calls of a new manager of an outlet. */
export const managerOf = async (
  { http, owner }: Pick<OrderApp, "http" | "owner">,
  { outletId }: { readonly outletId: string },
) => browserOf(http, (await makeManager(owner, { outletIds: [outletId] })).token);

/** Presses a button of the simulated payment page. */
export async function decidePayment(
  http: FastifyInstance,
  redirectUrl: string,
  action: "pay" | "refuse" | "leave",
): Promise<string> {
  const response = await http.inject({
    method: "POST",
    url: new URL(redirectUrl).pathname,
    payload: { action },
  });
  return String(response.headers["location"]);
}
