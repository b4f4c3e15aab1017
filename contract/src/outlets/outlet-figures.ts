import { endpoint } from "#endpoint.ts";
import { GivenId, Request } from "#fields.ts";
import { HomeFigures } from "#sessions/launch.ts";

export const outletFigures = endpoint({
  name: "outletFigures",
  method: "GET",
  path: "/web/api/v1/statistics/h5/outletFigures",
  access: "home",
  carriesEventId: true,
  summary:
    "Retrieves the figures of home for one outlet, read at one instant: income of today, yesterday, this month, and this year; order counts of today; current device counts; and the comparison of today with earlier days.",
  request: Request({ areaId: GivenId }),
  reply: HomeFigures,
  codes: ["outletNotFound"],
});
