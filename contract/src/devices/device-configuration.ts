import { type Static, Type } from "typebox";
import { configurationFields } from "./chair-configuration.ts";
import { endpoint } from "#endpoint.ts";
import { Count, CurrencyField, GivenDeviceId, Instant, Nullable, OneOf, Request } from "#fields.ts";
import { maxVolume } from "./device-limits.ts";

const { pulseValue, volume, gears } = configurationFields;

const Configuration = Type.Object({
  version: {
    ...Count,
    description:
      "Version of the configuration, incremented with every change; 0: the chair was never configured.",
  },
  pulseValue: Nullable(pulseValue),
  volume: Nullable(volume),
  gears: Nullable(gears),
  at: {
    ...Instant,
    description: "Instant at which the configuration was requested, or first reported by the chair.",
  },
});

export const configurationStates = ["none", "pending", "applied", "refused"] as const;

export const DeviceConfiguration = Type.Object({
  state: OneOf(
    configurationStates,
    "State of the latest request. `none`: no configuration was requested. `pending`: the chair has neither reported nor confirmed the requested version yet; an offline chair receives it when it reconnects. `applied`: the chair reported it or, if it reports no configuration, confirmed the command. `refused`: the chair refused it.",
  ),
  currency: { ...CurrencyField, description: "Currency of `pulseValue`: the currency of the outlet." },
  desired: Nullable(Configuration, "Requested configuration; a null field keeps its current value."),
  reported: Nullable(
    Configuration,
    "Configuration reported by the chair; null for a chair that reports none.",
  ),
});
export type DeviceConfiguration = Static<typeof DeviceConfiguration>;

const codes = ["deviceUnknown", "deviceOfOtherOutlet"] as const;

export const deviceConfiguration = endpoint("deviceConfiguration", {
  summary: "Retrieves the requested and the reported configuration of a chair of the caller's outlets.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: DeviceConfiguration,
  codes,
});

export const setDeviceVolume = endpoint("setDeviceVolume", {
  summary:
    "Requests a new volume for a chair of the caller's outlets. Pulse value and gears are set by the operator with `reposo device configure`.",
  request: Request({
    deviceId: GivenDeviceId,
    volume: Type.Integer({
      minimum: 0,
      maximum: maxVolume,
      description: `Volume from 0 (silent) to ${maxVolume}.`,
    }),
  }),
  reply: DeviceConfiguration,
  codes,
});
