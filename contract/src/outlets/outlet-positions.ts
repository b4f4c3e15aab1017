import { type Static, Type } from "typebox";
import { endpoint } from "#endpoint.ts";
import { GivenId, Instant, Nullable, OneOf, Request } from "#fields.ts";

/** Statuses of the latest proposal; replaced proposals are not returned. */
export const positionStatuses = ["waiting", "accepted", "refused"] as const;
export type PositionStatus = (typeof positionStatuses)[number];

const Latitude = Type.Number({
  minimum: -90,
  maximum: 90,
  description: "Latitude in degrees (WGS 84), -90 to 90, stored with six decimals.",
});
const Longitude = Type.Number({
  minimum: -180,
  maximum: 180,
  description: "Longitude in degrees (WGS 84), -180 to 180, stored with six decimals.",
});

export const PositionProposal = Type.Object({
  proposalId: Type.String({
    description:
      "ID of the proposal, which the operator passes to `outlet accept-position` or `refuse-position`.",
  }),
  areaId: Type.String(),
  latitude: Latitude,
  longitude: Longitude,
  status: OneOf(positionStatuses, "Status of the proposal. `accepted`: the outlet now has this position."),
  proposedAt: Instant,
  proposedBy: Type.String({ description: "Name of the manager's account." }),
  decidedAt: Nullable(Instant),
  reason: Nullable(Type.String(), "Operator's reason; set only on a refusal."),
});
export type PositionProposal = Static<typeof PositionProposal>;

export const proposePosition = endpoint("proposePosition", {
  summary:
    "Proposes a corrected position of an outlet to the operator. It replaces a pending proposal; repeating the same position has no effect.",
  request: Request({ areaId: GivenId, latitude: Latitude, longitude: Longitude }),
  reply: PositionProposal,
  codes: ["outletNotFound", "positionUnchanged", "positionImplausible"],
});

export const positionProposal = endpoint("positionProposal", {
  summary:
    "Retrieves the latest proposed position of an outlet with the operator's decision; null without a proposal.",
  request: Request({ areaId: GivenId }),
  reply: Nullable(PositionProposal),
  codes: ["outletNotFound"],
});
