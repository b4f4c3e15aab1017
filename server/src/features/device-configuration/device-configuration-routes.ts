import { deviceConfiguration, setDeviceVolume } from "@reposo/contract/device-configuration.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { DeviceConfigurations } from "./index.ts";

export function registerDeviceConfigurationRoutes(
  http: FastifyInstance,
  configurations: DeviceConfigurations,
): void {
  serve(http, deviceConfiguration, ({ caller, request }) => configurations.read(caller, request.deviceId));
  serve(http, setDeviceVolume, ({ caller, request }) =>
    configurations.setVolume(caller, request.deviceId, request.volume),
  );
}
