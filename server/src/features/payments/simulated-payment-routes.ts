import { toLanguage } from "@reposo/contract/text/languages.ts";
import type { FastifyInstance } from "fastify";
import { authorize } from "#platform/http/authorize.ts";
import { isUuid } from "#platform/keys/identifiers.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Payments } from "./create-payments.ts";
import { renderSimulatedPage, simulatedPagePolicy } from "./simulated-page.ts";
import { simulatedPath } from "./simulated-provider.ts";

interface Target {
  Params: { paymentId: string };
  Querystring: { lang?: string };
}

/**
 * Registers the simulated payment page and its buttons. `returnUrlOf` creates the URL to which the customer returns.
 */
export function registerSimulatedPaymentRoutes(
  http: FastifyInstance,
  { payments, returnUrlOf }: { payments: Payments; returnUrlOf: (orderId: string) => Promise<string> },
): void {
  const find = async (paymentId: string) => {
    const payment = isUuid(paymentId) ? await payments.findPayment(paymentId) : null;
    if (payment?.provider !== "simulated") throw new ProductError("pathUnknown");
    return payment;
  };

  http.get<Target>(simulatedPath(":paymentId"), async (request, reply) => {
    const payment = await find(request.params.paymentId);
    return reply
      .header("content-type", "text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header(
        "content-security-policy",
        `default-src 'none'; ${simulatedPagePolicy}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      )
      .send(renderSimulatedPage(payment, toLanguage(request.query.lang)));
  });

  http.post<Target & { Body: { action?: string } }>(simulatedPath(":paymentId"), async (request, reply) => {
    // Refuses requests from other sites.
    await authorize(request, { access: "anyone" });
    const payment = await find(request.params.paymentId);
    const action = request.body?.action;
    const isOpen = payment.state === "created";
    if (isOpen && action === "pay") await payments.settle(payment.paymentId, "confirmed");
    if (isOpen && action === "refuse") await payments.settle(payment.paymentId, "refused");
    return reply.redirect(await returnUrlOf(payment.orderId), 303);
  });
}
