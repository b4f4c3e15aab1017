import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { endpoints } from "@reposo/contract/endpoints.ts";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./open-api.ts";
import { contentSecurityPolicy } from "#platform/http/security-headers.ts";

/**
 * Serves `GET /api/openapi.json` and its page. The document is generated on the first request, after all routes are
 * registered.
 */
export async function registerOpenApiRoutes(http: FastifyInstance): Promise<void> {
  let cached: Record<string, unknown> | undefined;
  // All responses share this one copy, so that slow clients do not multiply its memory.
  let encoded: Buffer | undefined;
  const document = () => {
    const { served } = http.service;
    cached ??= openApiDocument({
      served,
      planned: endpoints.filter((endpoint) => endpoint.planned && !served.includes(endpoint)),
      hasPlain: (path) => http.hasRoute({ method: "GET", url: `/api${path}` }),
    });
    return cached;
  };

  http.get("/api/openapi.json", (_request, reply) => {
    encoded ??= Buffer.from(JSON.stringify(document()));
    return reply.type("application/json; charset=utf-8").header("cache-control", "no-cache").send(encoded);
  });

  // The page requires this plugin; the plugin's generated document is replaced by ours.
  await http.register(swagger, { openapi: {}, transformObject: () => document() as never });
  await http.register(swaggerUi, {
    routePrefix: "/api/docs",
    // The plugin's own policy would add upgrade-insecure-requests, which breaks plain HTTP. The page's styles are
    // inline.
    staticCSP: contentSecurityPolicy({ styles: ["'unsafe-inline'"] }),
  });
}
