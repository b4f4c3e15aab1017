import { positionProposal, proposePosition } from "@reposo/contract/outlets/outlet-positions.ts";
import { outletList } from "@reposo/contract/outlets/outlets.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Outlets } from "./create-outlets.ts";

export function registerOutletsRoutes(http: FastifyInstance, outlets: Outlets): void {
  serve(http, outletList, ({ caller }) => outlets.listOutlets(caller));
  serve(http, proposePosition, ({ caller, request }) => outlets.propose(caller, request));
  serve(http, positionProposal, ({ caller, request }) => outlets.latestProposal(caller, request));
}
