import type { Language } from "@reposo/contract/text/languages.ts";

/** Returns what stands between two sentences of a paragraph: Chinese full stops have their own space. */
export const sentenceGap = (language: Language): string => (language.startsWith("zh") ? "" : " ");
