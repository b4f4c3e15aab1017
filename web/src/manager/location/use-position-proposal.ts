import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import type { positionProposal } from "@reposo/contract/outlets/outlet-positions.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import type { Coordinates } from "./coordinates.ts";

/** Polling interval while a proposal is pending, because the server sends no live event for the decision. */
const pollMilliseconds = 15_000;

type Latest = ReplyOf<typeof positionProposal>;

const keyOf = (token: string, areaId: string) => ["position-proposal", token, areaId];

/**
 * Fetches the latest position proposed for an outlet; null if there is none. Once the operator has accepted or refused
 * the proposal, refetches the outlets, because an accepted proposal changes the outlet's position.
 */
export function usePositionProposal(token: string, areaId: string) {
  const client = useQueryClient();
  const queryKey = keyOf(token, areaId);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<Latest>(queryKey);
      const latest = await callApi("positionProposal", { areaId }, { signal, quiet: true });
      const isDecided = latest !== null && latest.status !== "waiting";
      const isUnchanged = known?.proposalId === latest?.proposalId && known?.status === latest?.status;
      if (isDecided && !isUnchanged) void client.invalidateQueries({ queryKey: ["outlets", token] });
      return latest;
    },
    refetchInterval: ({ state: { data } }) => (data?.status === "waiting" ? pollMilliseconds : false),
  });
}

/**
 * Proposes a position. A retry needs no idempotency key, because the server creates no second proposal of the same
 * position while the first is waiting.
 */
export function useProposePosition(token: string, areaId: string) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  async function propose(at: Coordinates): Promise<void> {
    setPending(true);
    try {
      const proposal = await callApi("proposePosition", { areaId, ...at }, { quiet: true });
      client.setQueryData<Latest>(keyOf(token, areaId), proposal);
    } finally {
      setPending(false);
    }
  }
  return { pending, propose };
}
