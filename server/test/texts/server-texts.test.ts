import { resultCodes, type ResultName } from "@reposo/contract/result-codes.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { labels } from "#features/dictionary/dictionary-labels.ts";
import { exportLabels } from "#features/exports/export-labels.ts";
import { notificationTexts } from "#features/notifications/notification-texts.ts";
import { messageOf } from "#platform/messages/message-catalogue.ts";

/** Returns the texts of an object and of those inside it, by path. */
function textsOf(value: unknown, path = ""): Map<string, string> {
  if (typeof value === "string") return new Map([[path, value]]);
  return new Map(
    Object.entries(value as object).flatMap(([name, part]) => [...textsOf(part, `${path}.${name}`)]),
  );
}

const serverTexts = (language: Language): Map<string, string> =>
  textsOf({
    messages: Object.fromEntries(
      Object.keys(resultCodes).map((name) => [name, messageOf(name as ResultName, language)]),
    ),
    notifications: notificationTexts[language],
    exports: exportLabels[language],
    dictionary: labels[language],
  });

const withoutPlaceholders = (text: string): string => text.replaceAll(/\{\w+\}/g, "").toLowerCase();

/** Rows of docs/terms.md: the English term, and the terms of each other language. */
const terms = readFileSync(new URL("../../../docs/terms.md", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| English"))
  .map((line) => {
    const [english = "", ...others] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return { english: new RegExp(`(?<![\\w-])${english}s?(?!\\w)`, "i"), others };
  });

it.each(languages.slice(1))(
  "[I18N-1] the server's texts in %s use the terms of docs/terms.md",
  (language) => {
    expect(terms.length).toBeGreaterThan(40);
    const translated = serverTexts(language);
    const problems = [...serverTexts("en_US")].flatMap(([path, english]) => {
      const text = translated.get(path) ?? "";
      return terms
        .filter((term) => term.english.test(withoutPlaceholders(english)))
        .map(({ others }) => others[languages.indexOf(language) - 1]?.toLowerCase().split(" / ") ?? [])
        .filter((allowed) => !allowed.some((term) => text.toLowerCase().includes(term)))
        .map((allowed) => `${path}: ${english} | ${text}: expected ${allowed.join(", ")}`);
    });
    expect(problems).toEqual([]);
  },
);
