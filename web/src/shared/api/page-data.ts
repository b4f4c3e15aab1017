import { defaultLanguage, type Language } from "@reposo/contract/languages.ts";
import type { ChairPageData, PublicSettings } from "@reposo/contract/page-rendering.ts";
import { createContext, useContext } from "react";

export interface PageData {
  /** What the page was rendered in; the texts inlined with the chair are in this language. */
  readonly language: Language;
  readonly settings: PublicSettings;
  /** What the server inlined of the chair in the address that was loaded. */
  readonly chair: ChairPageData | null;
}

/** Where the page carries its data: a JSON block, which no policy has to let run. */
export const pageDataId = "page-data";

const nothingKnown: PageData = {
  language: defaultLanguage,
  settings: {
    defaultLanguage: "en_US",
    acceptedOrigins: [],
    onlinePayment: { simulated: false, currencies: [] },
    map: null,
  },
  chair: null,
};

export function readPageData(): PageData {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? (JSON.parse(text) as PageData) : nothingKnown;
}

const PageDataContext = createContext<PageData>(nothingKnown);
export const PageDataProvider = PageDataContext.Provider;
export const usePageData = (): PageData => useContext(PageDataContext);
