import type { Language } from "@reposo/contract/languages.ts";
import type { ResultName } from "@reposo/contract/result-codes.ts";
import type { FieldProblem } from "#platform/product-error.ts";
import { messagesEnUs } from "./messages-en-us.ts";
import { messagesIdId } from "./messages-id-id.ts";
import { messagesZhCn } from "./messages-zh-cn.ts";
import { messagesZhTw } from "./messages-zh-tw.ts";

export interface Messages {
  readonly results: Readonly<Record<ResultName, string>>;
  readonly fields: Readonly<Record<FieldProblem, string>>;
}

const catalogue: Record<Language, Messages> = {
  en_US: messagesEnUs,
  zh_CN: messagesZhCn,
  zh_TW: messagesZhTw,
  id_ID: messagesIdId,
};

export function messageOf(
  name: ResultName,
  language: Language,
  params: Readonly<Record<string, string>> = {},
): string {
  // One pass over the template, so that a value which itself holds `{…}` is left as it is.
  return catalogue[language].results[name].replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
}

export const fieldMessageOf = (problem: FieldProblem, language: Language): string =>
  catalogue[language].fields[problem];
