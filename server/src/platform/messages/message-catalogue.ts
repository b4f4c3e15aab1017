import { isolateText } from "@reposo/contract/text/isolate-text.ts";
import { type Language, languageTags } from "@reposo/contract/text/languages.ts";
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

/**
 * Replaces each placeholder of a result's message with the field of `data` that has its name, or with nothing. `{wait}`
 * is `retryAfterSeconds` in a unit that suits its length.
 */
export function messageOf(name: ResultName, language: Language, data: unknown = null): string {
  const values = new Map(Object.entries((data ?? {}) as Record<string, string | number | null>));
  const seconds = values.get("retryAfterSeconds");
  if (typeof seconds === "number") values.set("wait", formatWait(seconds, language));
  // A single pass over the template does not replace placeholders in inserted values.
  return templateOf(name, language).replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    isolateText(String(values.get(key) ?? "")),
  );
}

export const fieldMessageOf = (problem: FieldProblem, language: Language): string =>
  catalogue[language].fields[problem];

/** Rounds up, so that the attempt is allowed when the stated time has passed. */
function formatWait(seconds: number, language: Language): string {
  const [value, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7_200
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3_600), "hour"];
  return new Intl.NumberFormat(languageTags[language], { style: "unit", unit, unitDisplay: "long" }).format(
    value,
  );
}
