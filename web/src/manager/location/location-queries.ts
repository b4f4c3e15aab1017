import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { outletList } from "@reposo/contract/outlets/outlets.ts";
import type { positionProposal } from "@reposo/contract/outlets/outlet-positions.ts";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { apiQuery } from "#shared/api/api-query.ts";
import type { Coordinates } from "./coordinates.ts";

export type OutletLocation = ReplyOf<typeof outletList>[number];

/** Returns the position of an outlet; null if the operator has not entered it. */
export const positionOf = ({ latitude, longitude }: OutletLocation): Coordinates | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** The manager's outlets with their locations, which rarely change. */
export const outletsQuery = { ...apiQuery("outletList", undefined), staleTime: 300_000 };

/** Polling interval while a proposal is pending, because the server sends no live event for the decision. */
const pollMilliseconds = 15_000;

type Latest = ReplyOf<typeof positionProposal>;

/** The latest position proposed for an outlet; null if there is none. */
export const positionProposalQuery = (areaId: string) => ({
  ...apiQuery("positionProposal", { areaId }),
  refetchInterval: ({ state: { data } }: { state: { data: Latest | undefined } }) =>
    data?.status === "waiting" ? pollMilliseconds : (false as const),
});

/** The queries of the first view of the page that shows the location of an outlet, or lists the outlets. */
export function firstLocationQueries(search: string, { outlets }: Pick<UserInfo, "outlets">) {
  const areaId = new URLSearchParams(search).get("areaId");
  const isOwn = areaId !== null && outlets.some((outlet) => outlet.areaId === areaId);
  return isOwn ? [outletsQuery, positionProposalQuery(areaId)] : [outletsQuery];
}
