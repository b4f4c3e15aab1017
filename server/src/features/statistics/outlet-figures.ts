import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { outletFigures } from "@reposo/contract/outlet-figures.ts";
import { requireOutlets } from "#features/outlets/index.ts";
import type { createHomeFigures } from "./home-figures.ts";
import type { FiguresCaller } from "./statistics-parts.ts";

/** The figures of home, restricted to one of the caller's outlets. */
export const createOutletFigures =
  ({ homeFigures }: Pick<ReturnType<typeof createHomeFigures>, "homeFigures">) =>
  async (
    caller: FiguresCaller,
    offsetMinutes: number | null,
    { areaId }: RequestOf<typeof outletFigures>,
  ): Promise<ReplyOf<typeof outletFigures>> => {
    const outletIds = requireOutlets(caller, { areaId: [areaId] });
    return homeFigures({ ...caller, outletIds }, offsetMinutes);
  };
