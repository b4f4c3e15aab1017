import { adverts as advertList } from "@reposo/contract/outlets/adverts.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Adverts } from "./create-adverts.ts";

export function registerAdvertsRoutes(http: FastifyInstance, adverts: Adverts): void {
  serve(http, advertList, ({ request, language }) => adverts.listAdverts(request.deviceId, language));
}
