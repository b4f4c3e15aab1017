import type { FastifyInstance } from "fastify";
import { ProductError } from "#platform/product-error.ts";
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
      { config: { rateLimit: false } },
      async (request, reply) => {
        const { provider } = request.params;
        if (!payments.hasProvider(provider) || !Buffer.isBuffer(request.body))
          throw new ProductError("pathUnknown");
        const { body, headers } = request;
        const outcome = await payments.hearNews(provider, { body, headers });
        return reply.code(outcome === "forged" ? 400 : 200).send();
      },
    );
  });
}
