import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenDeviceId, Instant, Nullable, OneOf, Request } from "#fields.ts";
import { deviceCommandSeconds, maxTestRunsPerDay, testRunSeconds } from "./device-limits.ts";

export const DeviceCommand = Type.Object({
  commandId: Type.String(),
  state: OneOf(
    ["pending", "confirmed", "refused", "expired"],
    `State of the command: \`expired\` if the chair did not reply within ${deviceCommandSeconds} seconds.`,
  ),
});
export type DeviceCommand = Static<typeof DeviceCommand>;

export const identifyDevice = endpoint("identifyDevice", {
  summary:
    "Makes a chair of the caller's outlets blink so that staff can find it. While a command is pending, a repeated request returns that command.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: DeviceCommand,
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable"],
});

export const identification = endpoint("identification", {
  summary: "Retrieves the state of the latest identifyDevice command of a chair; null if there was none.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(DeviceCommand),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});

export const startTestRun = endpoint("startTestRun", {
  summary: `Runs a chair of the caller's outlets for ${testRunSeconds} seconds, free of charge and without an order. The chair may be out of service. While a command is pending, a repeated request returns that command. A chair has at most ${maxTestRunsPerDay} test runs in 24 hours.`,
  request: Request({ deviceId: GivenDeviceId }),
  reply: DeviceCommand,
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable", "deviceInUse", "testRunLimit"],
});

export const stopTestRun = endpoint("stopTestRun", {
  summary:
    "Stops the test run of a chair of the caller's outlets; null if none is running. While a stop is pending, a repeated request returns that command.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(DeviceCommand),
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable"],
});

export const testRun = endpoint("testRun", {
  summary: "Retrieves the state of the latest startTestRun command of a chair; null if there was none.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(
    Type.Object({
      ...DeviceCommand.properties,
      endsAt: Nullable(Instant, "Expected end of the test run; null unless it is running."),
    }),
  ),
  codes: ["deviceUnknown", "deviceOfOtherOutlet"],
});
