import {
  identification,
  identifyDevice,
  startTestRun,
  stopTestRun,
  testRun,
} from "@reposo/contract/devices/device-commands.ts";
import { deviceConfiguration, setDeviceVolume } from "@reposo/contract/devices/device-configuration.ts";
import { devicePage, deviceTimeline } from "@reposo/contract/devices/device-page.ts";
import {
  changeService as changeServiceEndpoint,
  deviceList,
  deviceStatus,
  publicDevice,
} from "@reposo/contract/devices/devices.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import { changeService } from "./actions/change-service.ts";
import { createDeviceCommands, type DeviceCommandsDependencies } from "./actions/create-device-commands.ts";
import { readConfiguration } from "./configuration/read-configuration.ts";
import { setVolume } from "./configuration/set-volume.ts";
import type { Devices } from "./create-devices.ts";
import { listTimeline } from "./page/list-timeline.ts";
import { readDevicePage } from "./page/read-device-page.ts";

export function registerDevicesRoutes(http: FastifyInstance, devices: Devices): void {
  serve(http, deviceList, ({ caller, request }) => devices.listDevices(caller, request));
  serve(http, deviceStatus, ({ caller, request }) => devices.deviceStatus(caller, request.deviceId));
  serve(http, publicDevice, ({ request }) => devices.lookUpPublicDevice(request.deviceId));
}

export function registerDeviceManagementRoutes(
  http: FastifyInstance,
  deps: DeviceCommandsDependencies,
): void {
  const { database } = deps;
  const commands = createDeviceCommands(deps);
  serve(http, changeServiceEndpoint, ({ caller, request }) => changeService(deps, caller, request));
  serve(http, identifyDevice, ({ caller, request }) => commands.identify(caller, request.deviceId));
  serve(http, identification, ({ caller, request }) => commands.identification(caller, request.deviceId));
  serve(http, startTestRun, ({ caller, request }) => commands.startTestRun(caller, request.deviceId));
  serve(http, stopTestRun, ({ caller, request }) => commands.stopTestRun(caller, request.deviceId));
  serve(http, testRun, ({ caller, request }) => commands.testRun(caller, request.deviceId));

  serve(http, deviceConfiguration, ({ caller, request }) =>
    readConfiguration(database, caller, request.deviceId),
  );
  serve(http, setDeviceVolume, ({ caller, request }) => setVolume(deps, caller, request));

  serve(http, devicePage, ({ caller, requestedZone, request }) =>
    readDevicePage(deps, caller, requestedZone, request.deviceId),
  );
  serve(http, deviceTimeline, ({ caller, request }) => listTimeline(database, caller, request));
}
