import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { Count, CurrencyField, Nullable } from "#fields.ts";

export const outletList = endpoint({
  name: "outletList",
  method: "GET",
  path: "/web/api/v1/area/list",
  access: "manager",
  summary: "The caller's outlets, by name.",
  request: null,
  reply: Type.Array(
    Type.Object({
      areaId: Type.String(),
      areaName: Type.String(),
      address: Type.String(),
      timeZone: Type.String({ description: "IANA name of the outlet's zone." }),
      currency: CurrencyField,
      latitude: Nullable(Type.Number({ minimum: -90, maximum: 90, description: "Degrees, WGS 84." })),
      longitude: Nullable(Type.Number({ minimum: -180, maximum: 180, description: "Degrees, WGS 84." })),
      devices: Count,
    }),
  ),
  codes: [],
});
