import { dictionary, resultMessage } from "@reposo/contract/text/dictionary.ts";
import { resultCodes, type ResultName } from "@reposo/contract/result-codes.ts";
import type { FastifyInstance } from "fastify";
import { serve } from "#platform/http/serve.ts";
import { templateOf } from "#platform/messages/message-catalogue.ts";
import { invalidField } from "#platform/http/product-error.ts";
import { dictionaryIn } from "./dictionary-labels.ts";

const nameByCode = new Map(
  Object.entries(resultCodes).map(([name, code]) => [code as number, name as ResultName]),
);

export function registerDictionaryRoutes(http: FastifyInstance): void {
  serve(http, dictionary, async ({ language }) => dictionaryIn(language), {
    etagOf: ({ version }) => version,
  });
  // Returns the template with its placeholders: if the request could contain their values, a caller could put any text
  // into an official message.
  serve(http, resultMessage, async ({ request, language }) => {
    const name = nameByCode.get(request.code);
    if (name === undefined) throw invalidField("code", "choice");
    return { message: templateOf(name, language) };
  });
}
