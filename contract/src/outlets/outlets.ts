import { Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { OpeningHours } from "./opening-hours.ts";
import { Count, CurrencyField, GivenId, Nullable, Request } from "#fields.ts";
import { appStatistics, IncomeComparison } from "#revenue/revenue.ts";

export const outletList = endpoint("outletList", {
  summary: "Lists the caller's outlets, sorted by name.",
  request: null,
  reply: Type.Array(
    Type.Object({
      areaId: Type.String(),
      areaName: Type.String(),
      address: Type.String(),
      timeZone: Type.String({ description: "IANA time zone of the outlet." }),
      currency: CurrencyField,
      latitude: Nullable(
        Type.Number({ minimum: -90, maximum: 90, description: "Latitude in degrees (WGS 84)." }),
      ),
      longitude: Nullable(
        Type.Number({ minimum: -180, maximum: 180, description: "Longitude in degrees (WGS 84)." }),
      ),
      openingHours: Nullable(
        OpeningHours,
        "Opening hours in the outlet's time zone; null if the outlet has none, and all times count as open.",
      ),
      devices: { ...Count, description: "Number of chairs of the outlet." },
    }),
  ),
  codes: [],
});

export const outletFigures = endpoint("outletFigures", {
  summary:
    "Retrieves the figures of home for one outlet, read at one instant: income of today, yesterday, this month, and this year; order counts of today; current device counts; and the comparison of today with earlier days.",
  request: Request({ areaId: GivenId }),
  reply: Type.Object({ statistics: appStatistics.reply, comparison: IncomeComparison }),
  codes: ["outletNotFound"],
});
