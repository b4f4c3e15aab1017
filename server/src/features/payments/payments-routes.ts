import type { FastifyInstance } from "fastify";
import { addressKey } from "#platform/http/limits/address-key.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Payments } from "./create-payments.ts";

export const webhookPath = (provider: string): string => `/pay/${provider}/webhook`;

/** Registers the webhooks of payment providers. The body stays unparsed, since signatures cover its bytes. */
export async function registerPaymentsRoutes(http: FastifyInstance, payments: Payments): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { provider: string } }>(
      webhookPath(":provider"),
      // The webhooks of all customers come from a few addresses of the provider, so they have a separate rate limit.
      { config: { rateClass: "webhook" } },
      async (request, reply) => {
        const { provider } = request.params;
        if (!payments.hasProvider(provider) || !Buffer.isBuffer(request.body))
          throw new ProductError("pathUnknown");
        const { body, headers } = request;
        const outcome = await payments.handleWebhook(provider, { body, headers });
        if (outcome.kind === "malformed")
          request.log.warn({ err: outcome.error, provider }, "a provider's webhook is malformed");
        if (outcome.kind === "invalidSignature")
          http.service.security.record("webhook.forged", { provider, address: addressKey(request.ip) });
        return reply.code(outcome.kind === "processed" ? 200 : 400).send();
      },
    );
  });
}
