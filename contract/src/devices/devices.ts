import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import {
  Amount,
  Cursor,
  CurrencyField,
  DeviceId,
  Gear,
  GivenDeviceId,
  GivenId,
  Instant,
  Limit,
  Minutes,
  Nullable,
  OneOf,
  Page,
  Repeated,
  Request,
  SoughtDeviceId,
} from "#fields.ts";

/** Characters of a reason that customers see. */
export const longestServiceReason = 200;

const OutOfService = Nullable(
  Type.String({
    description:
      "Why a manager took the chair out of service, as customers see it; null where it is in service, and where the operator disabled it.",
  }),
);

export const Device = Type.Object({
  deviceId: DeviceId,
  areaId: Type.String(),
  areaName: Type.String(),
  online: Type.Boolean({ description: "Connected to the broker, by its last will." }),
  inUse: Type.Boolean({
    description: "A live order holds it, or it runs a massage without one, such as one paid by coins.",
  }),
  fault: Nullable(Type.String({ description: "Fault code as the chair reported it, or `disabled`." })),
  lastSeenAt: Nullable(Instant),
  orderId: Nullable(Type.String({ description: "The live order." })),
  endsAt: Nullable(
    Type.String({
      description:
        "When the massage is expected to end; null where none has begun. Instant, UTC, by the server's clock.",
    }),
  ),
  outOfService: OutOfService,
});

export const deviceList = endpoint({
  name: "deviceList",
  method: "GET",
  path: "/web/api/v1/device/list",
  access: "home",
  carriesEventId: true,
  summary: "Chairs of the caller's outlets, by number.",
  request: Request({
    keyword: Type.Optional(
      Type.String({ maxLength: 64, description: "Part of a device number or outlet name." }),
    ),
    deviceId: Type.Optional(SoughtDeviceId),
    online: Type.Optional(OneOf(["all", "online", "offline"])),
    use: Type.Optional(OneOf(["all", "inUse", "idle"])),
    condition: Type.Optional(
      OneOf(["all", "abnormal", "normal"], "Abnormal: offline, faulty or disabled, as home counts them."),
    ),
    areaId: Type.Optional(Repeated(GivenId)),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  }),
  reply: Page(Device),
  codes: ["outletNotFound"],
});

export const deviceStatus = endpoint({
  name: "deviceStatus",
  method: "POST",
  reads: true,
  path: "/web/api/v1/data-centre/device-status",
  access: "token",
  summary: "The caller's live order on a chair (a manager: any live order), or null where it may be started.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Nullable(Type.String({ description: "An order id." })),
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceUnavailable", "deviceOutOfService", "deviceInUse"],
});

/** One line of the price list; the operation's `data` is a JSON string of an array of these. */
export const Price = Type.Object({
  priceId: Type.String(),
  gear: Gear,
  name: Type.String(),
  minutes: Minutes,
  amount: Amount,
  currency: CurrencyField,
});
export const PriceList = Type.Array(Price);

export const priceGroup = endpoint({
  name: "priceGroup",
  method: "POST",
  reads: true,
  path: "/web/api/v1/data-centre/price-group",
  access: "token",
  summary: "What a massage costs on a chair.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: Type.String({ description: "JSON text of an array of prices, cheapest first." }),
  codes: ["deviceUnknown", "priceListMissing"],
});

export const PublicDevice = Type.Object({
  deviceId: DeviceId,
  areaName: Type.String(),
  online: Type.Boolean(),
  inUse: Type.Boolean(),
  available: Type.Boolean({ description: "Online, no fault, not disabled, not in use." }),
  endsAt: Nullable(
    Type.String({
      description: "When the massage that runs is expected to end; null where none has begun. Instant, UTC.",
    }),
  ),
  outOfService: OutOfService,
  serverTime: Instant,
});

export const publicDevice = endpoint({
  name: "publicDevice",
  method: "GET",
  path: "/web/api/v1/data-centre/device",
  access: "anyone",
  summary: "What anyone who stands at the chair may see.",
  request: Request({ deviceId: GivenDeviceId }),
  reply: PublicDevice,
  codes: ["deviceUnknown"],
});

export const changeService = endpoint({
  name: "changeService",
  method: "POST",
  path: "/web/api/v1/device/service",
  access: "details",
  summary:
    "Takes a chair of the caller's outlets out of service, with a reason that customers see, or returns it. A massage that runs continues; starts are refused with 20207. Repeating the same request changes nothing.",
  request: Request({
    deviceId: GivenDeviceId,
    inService: Type.Boolean(),
    reason: Type.Optional(
      Type.String({
        maxLength: longestServiceReason,
        description: "Required to take the chair out of service; not blank.",
      }),
    ),
  }),
  reply: Device,
  codes: ["deviceUnknown", "deviceOfOtherOutlet", "deviceDisabled"],
});
