import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import type { Coordinates } from "./coordinates.ts";
import { outletsQuery, positionProposalQuery } from "./location-queries.ts";

/**
 * Fetches the latest position proposed for an outlet; null if there is none. If the operator has decided on it, refetches
 * outlets that were fetched earlier, because an accepted proposal changes the outlet's position.
 */
export function usePositionProposal(areaId: string) {
  const client = useQueryClient();
  const latest = useQuery(positionProposalQuery(areaId));
  const { proposalId, status = "waiting" } = latest.data ?? {};
  useEffect(() => {
    if (status === "waiting") return;
    const { dataUpdatedAt = 0 } = client.getQueryState(positionProposalQuery(areaId).queryKey) ?? {};
    void client.invalidateQueries({
      queryKey: outletsQuery.queryKey,
      predicate: (outlets) => outlets.state.dataUpdatedAt < dataUpdatedAt,
    });
  }, [client, areaId, proposalId, status]);
  return latest;
}

/**
 * Proposes a position. A retry needs no idempotency key, because the server creates no second proposal of the same
 * position while the first is waiting.
 */
export function useProposePosition(areaId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  async function propose(at: Coordinates): Promise<void> {
    setPending(true);
    try {
      const proposal = await callApi("proposePosition", { areaId, ...at }, { quiet: true });
      client.setQueryData(positionProposalQuery(areaId).queryKey, proposal);
    } finally {
      setPending(false);
    }
  }
  return { pending, propose };
}
