import { type Language, languageCookie, toLanguage } from "@reposo/contract/text/languages.ts";

/**
 * Returns the language of a page that the server renders: the language chosen in this browser (the cookie), or else the
 * `lang` parameter of the page's address, as on a first visit by a link, or else the server's default language. A value
 * that is no language of the product is ignored.
 */
export const pageLanguage = (
  chosen: string | undefined,
  query: URLSearchParams,
  defaultLanguage: Language,
): Language => toLanguage(chosen, toLanguage(query.get("lang"), defaultLanguage));

/** Returns the value of the language cookie in a Cookie header. */
export function chosenLanguageOf(cookieHeader: string | undefined): string | undefined {
  const cookies = (cookieHeader ?? "").split(";").map((cookie) => cookie.trim().split("="));
  return cookies.find(([name]) => name === languageCookie)?.[1];
}
