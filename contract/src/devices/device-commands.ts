import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenDeviceId, Nullable, OneOf, Request } from "#fields.ts";

/** How long a chair has to answer a command of a manager. */
export const deviceCommandSeconds = 15;

export const DeviceCommand = Type.Object({
  commandId: Type.String(),
  state: OneOf(
    ["pending", "confirmed", "refused", "expired"],
    `Whether the chair confirmed the command, refused it, or did not answer within ${deviceCommandSeconds} seconds.`,
  ),
});
export type DeviceCommand = Static<typeof DeviceCommand>;

/** How long a test run lasts. */
export const testRunSeconds = 60;

export const identifyDevice = endpoint({
  name: "identifyDevice",
  method: "POST",
  path: "/web/api/v1/device/identify",
  access: "home",
  summary:
    "Has a chair of the caller's outlets blink, so that it is found. While a command is pending, a repeated request returns that one.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: DeviceCommand,
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable"],
});

export const identification = endpoint({
  name: "identification",
  method: "GET",
  path: "/web/api/v1/device/identification",
  access: "home",
  summary:
    "The state of the latest identifyDevice of a chair of the caller's outlets; null where there was none.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(DeviceCommand),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});

export const startTestRun = endpoint({
  name: "startTestRun",
  method: "POST",
  path: "/web/api/v1/device/start-test-run",
  access: "details",
  summary: `Has a chair of the caller's outlets run for ${testRunSeconds} seconds, free of charge and counted apart from orders; also a chair that is out of service. While a command is pending, a repeated request returns that one.`,
  request: Request({ deviceId: GivenDeviceId }),
  reply: DeviceCommand,
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable", "deviceInUse"],
});

export const testRun = endpoint({
  name: "testRun",
  method: "GET",
  path: "/web/api/v1/device/test-run",
  access: "details",
  summary:
    "The state of the latest startTestRun of a chair of the caller's outlets; null where there was none.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(DeviceCommand),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});
