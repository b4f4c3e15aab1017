import { search } from "@reposo/contract/search/search.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import type { Database } from "#platform/postgres/database.ts";
import { searchOutlets } from "./search-outlets.ts";

export function registerSearchRoutes(http: FastifyInstance, database: Database): void {
  serve(http, search, ({ caller, request }) => searchOutlets(database, caller, request));
}
