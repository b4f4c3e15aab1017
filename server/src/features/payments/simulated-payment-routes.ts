import type { SimulatedPayment } from "@reposo/contract/page-rendering.ts";
import { type Language, languageCookie } from "@reposo/contract/text/languages.ts";
import type { FastifyInstance } from "fastify";
import { authorize } from "#platform/http/authorize.ts";
import { cookiesOf } from "#platform/http/requests/cookies.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Payments } from "./create-payments.ts";
import { simulatedPath } from "./simulated-provider.ts";

interface Target {
  Params: { paymentId: string };
}

interface SimulatedPaymentDependencies {
  readonly payments: Payments;
  readonly orders: {
    find(orderId: string): Promise<{
      readonly orderNumber: string;
      readonly deviceId: string;
      readonly outletName: string;
      readonly gear: number;
      readonly minutes: number;
    } | null>;
    /** Creates the path to which the customer returns. */
    returnPathOf(orderId: string): Promise<string>;
  };
  readonly pages: {
    readonly renderer: { readonly styleHashes: { readonly customer: string } };
    languageOf(search: string, chosenLanguage: string | undefined): Language;
    renderSimulatedPayment(
      payment: SimulatedPayment,
      language: Language,
    ): { readonly html: string; readonly scriptHash: string };
  };
}

/** Registers the simulated payment page and its buttons. */
export function registerSimulatedPaymentRoutes(
  http: FastifyInstance,
  { payments, orders, pages }: SimulatedPaymentDependencies,
): void {
  const find = async (paymentId: string) => {
    const payment = isUuid(paymentId) ? await payments.findPayment(paymentId) : null;
    if (payment?.provider !== "simulated") throw new ProductError("pathUnknown");
    return payment;
  };

  http.get<Target>(simulatedPath(":paymentId"), async (request, reply) => {
    const { orderId, amountMinor, currency, state } = await find(request.params.paymentId);
    const order = await orders.find(orderId);
    if (order === null) throw new ProductError("pathUnknown");
    const { search } = new URL(`http://page${request.url}`);
    const { html, scriptHash } = pages.renderSimulatedPayment(
      { ...order, areaName: order.outletName, amount: amountMinor, currency, isOpen: state === "created" },
      pages.languageOf(search, cookiesOf(request.headers.cookie).get(languageCookie)),
    );
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header(
        "content-security-policy",
        `default-src 'none'; style-src ${pages.renderer.styleHashes.customer}; script-src ${scriptHash}; img-src 'self' https:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      .send(html);
  });

  http.post<Target & { Body: { action?: string } }>(simulatedPath(":paymentId"), async (request, reply) => {
    // Refuses requests from other sites.
    await authorize(request, { access: "anyone" });
    const payment = await find(request.params.paymentId);
    const action = request.body?.action;
    const isOpen = payment.state === "created";
    if (isOpen && action === "pay") await payments.settle(payment.paymentId, "confirmed");
    if (isOpen && action === "refuse") await payments.settle(payment.paymentId, "refused");
    return reply.redirect(await orders.returnPathOf(payment.orderId), 303);
  });
}
