import type { Language } from "@reposo/contract/text/languages.ts";
import { apiQuery } from "#shared/api/api-query.ts";

/** The labels of values, in the language of the page. */
export const labelsQuery = (language: Language) => apiQuery("dictionary", undefined, language);

/** The account of the session; null if the token is valid but the account no longer exists (SES-3). */
export const accountQuery = () => apiQuery("loginInfo", undefined);
