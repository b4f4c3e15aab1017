import { type Static, Type } from "typebox";
import { configurationFields, highestVolume } from "./chair-configuration.ts";
import { endpoint } from "#endpoint.ts";
import { Count, CurrencyField, GivenDeviceId, Instant, Nullable, OneOf, Request } from "#fields.ts";

const { pulseValue, volume, gears } = configurationFields;

const Configuration = Type.Object({
  version: { ...Count, description: "Counted up with every change; 0 is a chair that was never configured." },
  pulseValue: Nullable(pulseValue),
  volume: Nullable(volume),
  gears: Nullable(gears),
  at: { ...Instant, description: "When it was requested, or first reported by the chair." },
});

export const configurationStates = ["none", "pending", "applied", "refused"] as const;

export const DeviceConfiguration = Type.Object({
  state: OneOf(
    configurationStates,
    "`none` while nothing was requested, `pending` until the chair reports the requested version; an offline chair receives it when it reconnects.",
  ),
  currency: { ...CurrencyField, description: "Of `pulseValue`: the outlet's." },
  desired: Nullable({
    ...Configuration,
    description: "As requested; a field that is null stays as it is at the chair.",
  }),
  reported: Nullable({
    ...Configuration,
    description: "As the chair reported it; null for a chair that reports no configuration.",
  }),
});
export type DeviceConfiguration = Static<typeof DeviceConfiguration>;

const path = "/web/api/v1/device/configuration";
const codes = ["deviceUnknown", "deviceOfOtherOutlet"] as const;

export const deviceConfiguration = endpoint({
  name: "deviceConfiguration",
  method: "GET",
  path,
  access: "home",
  summary:
    "The configuration of a chair of the caller's outlets: requested, reported by the chair, and when.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: DeviceConfiguration,
  codes,
});

export const setDeviceVolume = endpoint({
  name: "setDeviceVolume",
  method: "POST",
  path: "/web/api/v1/device/volume",
  access: "details",
  summary:
    "Requests another volume of a chair of the caller's outlets. Pulse value and gears are the operator's: `reposo device configure`.",
  request: Request({
    deviceId: GivenDeviceId,
    volume: Type.Integer({ minimum: 0, maximum: highestVolume, description: "0 is silent." }),
  }),
  reply: DeviceConfiguration,
  codes,
});
