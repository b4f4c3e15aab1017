import { identification, identifyDevice, startTestRun, testRun } from "@reposo/contract/device-commands.ts";
import { changeService } from "@reposo/contract/devices.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { DeviceActions } from "./index.ts";

export function registerDeviceActionsRoutes(http: FastifyInstance, actions: DeviceActions): void {
  serve(http, changeService, ({ caller, request }) => actions.changeService(caller, request));
  serve(http, identifyDevice, ({ caller, request }) => actions.identify(caller, request.deviceId));
  serve(http, identification, ({ caller, request }) => actions.identification(caller, request.deviceId));
  serve(http, startTestRun, ({ caller, request }) => actions.startTestRun(caller, request.deviceId));
  serve(http, testRun, ({ caller, request }) => actions.testRun(caller, request.deviceId));
}
