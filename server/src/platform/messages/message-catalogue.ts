import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import type { ResultName } from "@reposo/contract/result-codes.ts";
import type { FieldProblem } from "#platform/http/product-error.ts";
import { type Messages, messagesEnUs } from "./messages-en-us.ts";
import { messagesIdId } from "./messages-id-id.ts";
import { messagesZhCn } from "./messages-zh-cn.ts";
import { messagesZhTw } from "./messages-zh-tw.ts";

const catalogue: Record<Language, Messages> = {
  en_US: messagesEnUs,
  zh_CN: messagesZhCn,
  zh_TW: messagesZhTw,
  id_ID: messagesIdId,
};

export const templateOf = (name: ResultName, language: Language): string => catalogue[language].results[name];

/** Replaces each placeholder of a result's message with the field of `data` that has its name, or with nothing. */
export function messageOf(name: ResultName, language: Language, data: unknown = null): string {
  const values = new Map(Object.entries(data ?? {}));
  // A single pass over the template does not replace placeholders in inserted values.
  return templateOf(name, language).replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    isolateText(String(values.get(key) ?? "")),
  );
}

export const fieldMessageOf = (problem: FieldProblem, language: Language): string =>
  catalogue[language].fields[problem];
