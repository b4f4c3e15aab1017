import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { PositionProposal } from "@reposo/contract/outlets/outlet-positions.ts";
import type { outletList } from "@reposo/contract/outlets/outlets.ts";
import type { OutletRecord } from "./outlets-store.ts";
import type { ShownProposal } from "./position-proposals-store.ts";

export const viewOutlet = ({
  outletId,
  name,
  ...facts
}: OutletRecord): ReplyOf<typeof outletList>[number] => ({ areaId: outletId, areaName: name, ...facts });

export const viewProposal = (proposal: ShownProposal): PositionProposal => ({
  proposalId: String(proposal.proposalId),
  areaId: proposal.outletId,
  latitude: proposal.latitude,
  longitude: proposal.longitude,
  status: proposal.status,
  proposedAt: proposal.proposedAt.toISOString(),
  proposedBy: proposal.proposedBy,
  decidedAt: proposal.decidedAt?.toISOString() ?? null,
  reason: proposal.reason,
});
