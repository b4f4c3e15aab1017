import {
  identification,
  identifyDevice,
  startTestRun,
  testRun,
} from "@reposo/contract/devices/device-commands.ts";
import { deviceConfiguration, setDeviceVolume } from "@reposo/contract/devices/device-configuration.ts";
import { devicePage, deviceTimeline } from "@reposo/contract/devices/device-page.ts";
import { changeService, deviceList, deviceStatus, publicDevice } from "@reposo/contract/devices/devices.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { DeviceActions } from "./actions/create-device-actions.ts";
import type { DeviceConfigurations } from "./configuration/create-device-configurations.ts";
import type { Devices } from "./create-devices.ts";
import type { DevicePage } from "./page/create-device-page.ts";

export function registerDevicesRoutes(http: FastifyInstance, devices: Devices): void {
  serve(http, deviceList, ({ caller, request }) => devices.listDevices(caller, request));
  serve(http, deviceStatus, ({ caller, request }) => devices.deviceStatus(caller, request.deviceId));
  serve(http, publicDevice, ({ request }) => devices.lookUpPublicDevice(request.deviceId));
}

export interface DeviceManagement {
  readonly actions: DeviceActions;
  readonly configurations: DeviceConfigurations;
  readonly page: DevicePage;
}

export function registerDeviceManagementRoutes(
  http: FastifyInstance,
  { actions, configurations, page }: DeviceManagement,
): void {
  serve(http, changeService, ({ caller, request }) => actions.changeService(caller, request));
  serve(http, identifyDevice, ({ caller, request }) => actions.identify(caller, request.deviceId));
  serve(http, identification, ({ caller, request }) => actions.identification(caller, request.deviceId));
  serve(http, startTestRun, ({ caller, request }) => actions.startTestRun(caller, request.deviceId));
  serve(http, testRun, ({ caller, request }) => actions.testRun(caller, request.deviceId));

  serve(http, deviceConfiguration, ({ caller, request }) => configurations.read(caller, request.deviceId));
  serve(http, setDeviceVolume, ({ caller, request }) =>
    configurations.setVolume(caller, request.deviceId, request.volume),
  );

  serve(http, devicePage, ({ caller, offsetMinutes, request }) =>
    page.readDevicePage(caller, offsetMinutes, request.deviceId),
  );
  serve(http, deviceTimeline, ({ caller, request }) => page.listTimeline(caller, request));
}
