import { deviceList, deviceStatus, publicDevice } from "@reposo/contract/devices.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Devices } from "./index.ts";

export function registerDevicesRoutes(http: FastifyInstance, devices: Devices): void {
  serve(http, deviceList, ({ caller, request }) => devices.listDevices(caller, request));
  serve(http, deviceStatus, ({ caller, request }) => devices.deviceStatus(caller, request.deviceId));
  serve(http, publicDevice, ({ request }) => devices.lookUpPublicDevice(request.deviceId));
}
