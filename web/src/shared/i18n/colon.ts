import type { Language } from "@reposo/contract/text/languages.ts";

/** Returns what stands between a name and its value: Chinese colons have their own space. */
export const colon = (language: Language): string => (language.startsWith("zh") ? "：" : ": ");
