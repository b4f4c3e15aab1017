import { dictionary } from "@reposo/contract/dictionary.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import { dictionaryIn } from "./dictionary-view.ts";

export function registerDictionaryRoutes(http: FastifyInstance): void {
  serve(http, dictionary, async ({ language }) => dictionaryIn(language), {
    etagOf: ({ version }) => version,
  });
}
