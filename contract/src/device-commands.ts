import { type Static, Type } from "typebox";
import { endpoint } from "./endpoint.ts";
import { GivenDeviceId, Nullable, OneOf, Request } from "./fields.ts";

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
