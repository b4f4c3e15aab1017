import { createHash } from "node:crypto";
import { type dictionary, dictionaryNames } from "@reposo/contract/dictionary.ts";
import type { ReplyOf } from "@reposo/contract/endpoint.ts";
import { type Language, languages } from "@reposo/contract/languages.ts";
import { labels } from "./dictionary-labels.ts";

type Dictionary = ReplyOf<typeof dictionary>;

function build(language: Language): Dictionary {
  const entries = Object.fromEntries(
    dictionaryNames.map((name) => [
      name,
      Object.entries(labels[language][name]).map(([value, label]) => ({ value, label })),
    ]),
  ) as Dictionary["entries"];
  // Made from what it names, so that nobody has to remember to raise it.
  const version = createHash("sha256").update(JSON.stringify(entries)).digest("base64url").slice(0, 16);
  return { version, entries };
}

const dictionaries = new Map(languages.map((language) => [language, build(language)]));

export const dictionaryIn = (language: Language): Dictionary => dictionaries.get(language) ?? build(language);
