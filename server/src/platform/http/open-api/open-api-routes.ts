import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { endpoints } from "@reposo/contract/endpoints.ts";
import type { FastifyInstance } from "fastify";
import { openApiDocument } from "./open-api.ts";
import { contentSecurityPolicy } from "#platform/http/security-headers.ts";

/** `GET /api/openapi.json` and the readable page over it; made when first asked for, once all routes stand. */
export async function registerOpenApiRoutes(http: FastifyInstance): Promise<void> {
  let made: Record<string, unknown> | undefined;
  const document = () => {
    const { served } = http.service;
    made ??= openApiDocument({
      served,
      planned: endpoints.filter((endpoint) => endpoint.planned && !served.includes(endpoint)),
      hasPlain: (path) => http.hasRoute({ method: "GET", url: `/api${path}` }),
    });
    return made;
  };

  http.get("/api/openapi.json", (_request, reply) =>
    reply.header("cache-control", "no-cache").send(document()),
  );

  // The page wants the plugin that would build a document from routes; it is given ours.
  await http.register(swagger, { openapi: {}, transformObject: () => document() as never });
  await http.register(swaggerUi, {
    routePrefix: "/api/docs",
    // Its own policy would add upgrade-insecure-requests, which breaks plain http; its styles stand in the page.
    staticCSP: contentSecurityPolicy({ styles: ["'unsafe-inline'"] }),
  });
}
