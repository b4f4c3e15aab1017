import { devicePage, deviceTimeline } from "@reposo/contract/device-page.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { DevicePage } from "./index.ts";

export function registerDevicePageRoutes(http: FastifyInstance, page: DevicePage): void {
  serve(http, devicePage, ({ caller, offsetMinutes, request }) =>
    page.readDevicePage(caller, offsetMinutes, request.deviceId),
  );
  serve(http, deviceTimeline, ({ caller, request }) => page.listTimeline(caller, request));
}
