import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenId, Instant, Nullable, OneOf, Request } from "#fields.ts";

/** A proposal that was replaced by a newer one is never shown. */
export const positionStatuses = ["waiting", "accepted", "refused"] as const;
export type PositionStatus = (typeof positionStatuses)[number];

const Latitude = Type.Number({
  minimum: -90,
  maximum: 90,
  description: "Degrees, WGS 84, kept to six decimals.",
});
const Longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: "Degrees, WGS 84, kept to six decimals.",
});

export const PositionProposal = Type.Object({
  proposalId: Type.String({ description: "The number by which the operator decides." }),
  areaId: Type.String(),
  latitude: Latitude,
  longitude: Longitude,
  status: OneOf(positionStatuses, "`accepted`: the outlet has been moved to this position."),
  proposedAt: Instant,
  proposedBy: Type.String({ description: "Name of the manager's account." }),
  decidedAt: Nullable(Instant),
  reason: Nullable(Type.String({ description: "The operator's reason; set on a refusal only." })),
});
export type PositionProposal = Static<typeof PositionProposal>;

export const proposePosition = endpoint({
  name: "proposePosition",
  method: "POST",
  path: "/web/api/v1/area/propose-position",
  access: "details",
  summary:
    "Proposes a corrected position of an outlet to the operator. It replaces a proposal that is still waiting; the same position again changes nothing.",
  request: Request({ areaId: GivenId, latitude: Latitude, longitude: Longitude }),
  reply: PositionProposal,
  codes: ["outletNotFound", "positionUnchanged", "positionImplausible"],
});

export const positionProposal = endpoint({
  name: "positionProposal",
  method: "GET",
  path: "/web/api/v1/area/position-proposal",
  access: "manager",
  summary:
    "The latest position proposed for an outlet and what the operator decided; null where there is none.",
  request: Request({ areaId: GivenId }),
  reply: Nullable(PositionProposal),
  codes: ["outletNotFound"],
});
