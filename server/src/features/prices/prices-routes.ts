import { priceGroup } from "@reposo/contract/devices/devices.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Prices } from "./list-device-prices.ts";

export function registerPricesRoutes(http: FastifyInstance, prices: Prices): void {
  // The reply is JSON in a string, because an existing client parses the list itself.
  serve(http, priceGroup, async ({ request, language }) =>
    JSON.stringify(await prices.priceListOfDevice(request.deviceId, language)),
  );
}
