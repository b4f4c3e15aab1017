import type { FastifyInstance } from "fastify";
import { addressKey } from "#platform/http/address-key.ts";
import { ProductError } from "#platform/http/product-error.ts";
import type { Payments } from "./index.ts";

export const webhookPath = (provider: string): string => `/pay/${provider}/webhook`;

/**
 * Where payment companies tell what became of a payment. The bytes are kept as they came, since signatures are over
 * them. What is not the company's own is refused without a reason.
 */
export async function registerPaymentsRoutes(http: FastifyInstance, payments: Payments): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { provider: string } }>(
      webhookPath(":provider"),
      // A company's few addresses carry everybody's payments.
      { config: { rateClass: "webhook" } },
      async (request, reply) => {
        const { provider } = request.params;
        if (!payments.hasProvider(provider) || !Buffer.isBuffer(request.body))
          throw new ProductError("pathUnknown");
        const { body, headers } = request;
        const outcome = await payments.hearNews(provider, { body, headers });
        if (outcome.kind === "malformed")
          request.log.warn({ err: outcome.error, provider }, "a signed webhook lacks what it has to hold");
        if (outcome.kind === "forged")
          http.service.security.record("webhook.forged", { provider, address: addressKey(request.ip) });
        return reply.code(outcome.kind === "taken" ? 200 : 400).send();
      },
    );
  });
}
