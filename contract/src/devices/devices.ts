import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  CurrencyField,
  DeviceId,
  Gear,
  GivenDeviceId,
  GivenId,
  Instant,
  PageFields,
  Minutes,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
  FilterDeviceId,
  SortFields,
} from "#fields.ts";
import { deviceSorts } from "./device-sorts.ts";
import { ContactOfOutlet } from "#outlets/contact.ts";
import { maxServiceReasonLength } from "#text/text-limits.ts";

const OutOfService = Nullable(
  Type.String(),
  "Reason, shown to customers, for which a manager took the chair out of service; null if it is in service or if the operator disabled it.",
);

export const Device = Type.Object({
  deviceId: DeviceId,
  areaId: Type.String(),
  areaName: Type.String(),
  online: Type.Boolean({
    description:
      "Whether the chair is online: from its state message until its last will, a clean disconnect, or a restart of the embedded broker.",
  }),
  inUse: Type.Boolean({
    description: "Whether the chair has a live order or is running without one, for example for coins.",
  }),
  fault: Nullable(
    Type.String(),
    "Fault code reported by the chair; `disabled` if the operator disabled the chair or a manager took it out of service; null without a fault.",
  ),
  lastSeenAt: Nullable(
    Instant,
    "Instant at which the chair was last online: its last state or its last will; null if it never was.",
  ),
  orderId: Nullable(Type.String(), "ID of the live order."),
  endsAt: Nullable(
    Type.String(),
    "Expected end of the current massage as an instant (UTC) of the server's clock; null if no massage is running.",
  ),
  outOfService: OutOfService,
});

export const deviceList = endpoint("deviceList", {
  summary: "Lists chairs of the caller's outlets, by default sorted by device ID.",
  request: Request({
    keyword: Type.Optional(
      Type.String({
        format: "typed-search",
        maxLength: 64,
        description: "Part of a device ID or outlet name, at most 64 characters.",
      }),
    ),
    deviceId: Type.Optional(FilterDeviceId),
    online: Type.Optional(OneOf(["all", "online", "offline"], "Connection of the chairs; `all` by default.")),
    use: Type.Optional(OneOf(["all", "inUse", "idle"], "Use of the chairs; `all` by default.")),
    condition: Type.Optional(
      OneOf(
        ["all", "abnormal", "normal"],
        "Condition of the chairs; `all` by default. `abnormal`: offline, faulty, out of service, or disabled, as counted on home.",
      ),
    ),
    areaId: Type.Optional(Repeated(GivenId)),
    ...SortFields(
      deviceSorts,
      "Column by which the chairs are sorted: device ID (by default, ascending), name of the outlet, or instant at which the chair was last online.",
    ),
    ...PageFields,
  }),
  reply: Page(Device),
  codes: ["outletNotFound"],
});

export const deviceStatus = endpoint("deviceStatus", {
  summary:
    "Retrieves the ID of the live order of a chair, if it is the caller's own order or the caller is a manager who may start or stop massages; null if the chair can be started. Otherwise, the result code states why the chair cannot be started.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(Type.String(), "ID of the live order."),
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable", "deviceOutOfService", "deviceInUse"],
});

export const Price = Type.Object({
  priceId: Type.String(),
  gear: Gear,
  name: Type.String({ description: "Name of the gear in the caller's language, if it is translated." }),
  minutes: Minutes,
  amount: Amount,
  currency: CurrencyField,
  popular: Type.Boolean({
    description: "Whether the price is preselected; at most one of a list.",
  }),
});

export const priceGroup = endpoint("priceGroup", {
  summary: "Retrieves the prices of a chair.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Type.String({
    description:
      "JSON text of an array of prices (`priceId`, `gear`, `name`, `minutes`, `amount`, `currency`, `popular`), cheapest first.",
  }),
  codes: ["deviceUnknown", "priceListMissing"],
});

export const publicStates = ["free", "inUse", "offline", "outOfService", "noPrices"] as const;

/** Maximum number of free chairs that the page of a chair offers instead of it. */
export const maxFreeChairs = 6;

export const PublicDevice = Type.Object({
  deviceId: DeviceId,
  areaName: Type.String(),
  state: OneOf(
    publicStates,
    "What a customer can expect: `free` can be started; `outOfService` is disabled, out of service, or has a fault; `noPrices` has no price list.",
  ),
  online: Type.Boolean(),
  inUse: Type.Boolean(),
  available: Type.Boolean({
    description: "Whether the chair is online, in service, without a fault, not disabled, and not in use.",
  }),
  endsAt: Nullable(
    Type.String(),
    "Expected end of the current massage as an instant (UTC); null if no massage is running.",
  ),
  outOfService: OutOfService,
  freeChairs: Type.Array(DeviceId, {
    maxItems: maxFreeChairs,
    description:
      "Chairs of the same outlet that can be started now, by ID; empty if this chair can be started, or if none can.",
  }),
  contact: ContactOfOutlet,
  serverTime: Instant,
});

export const publicDevice = endpoint("publicDevice", {
  summary: "Retrieves the public data of a chair.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: PublicDevice,
  codes: ["deviceUnknown"],
});

export const changeService = endpoint("changeService", {
  summary:
    "Takes a chair of the caller's outlets out of service, with a reason that is shown to customers, or returns it to service. A running massage continues; starts are refused with code 20207. Repeating the request has no effect.",
  request: Request({
    deviceId: GivenDeviceId,
    inService: Type.Boolean(),
    reason: Type.Optional(
      Type.String({
        format: "typed-text",
        maxLength: 2_000,
        description: `Reason, not blank, at most ${maxServiceReasonLength} grapheme clusters; required to take the chair out of service.`,
      }),
    ),
  }),
  reply: Device,
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceDisabled"],
});
