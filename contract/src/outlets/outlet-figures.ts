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
    "The figures of home for one of the caller's outlets, read at one instant: income of today, yesterday, this month and this year, order counts of today, devices as of now, and today compared with earlier days.",
  request: Request({ areaId: GivenId }),
  reply: HomeFigures,
  codes: ["outletNotFound"],
});
