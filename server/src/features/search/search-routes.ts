import { search } from "@reposo/contract/search/search.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import { type SearchDependencies, searchOutlets } from "./search-outlets.ts";

export function registerSearchRoutes(http: FastifyInstance, dependencies: SearchDependencies): void {
  serve(http, search, ({ caller, request }) => searchOutlets(dependencies, caller, request));
}
