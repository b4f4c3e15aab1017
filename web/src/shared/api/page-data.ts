import { defaultLanguage, type Language } from "@reposo/contract/text/languages.ts";
import type { ChairPageData, PublicSettings } from "@reposo/contract/page-rendering.ts";
import { createContext, useContext } from "react";

export interface PageData {
  /** The language that the page was rendered in, texts inlined with the chair included. */
  readonly language: Language;
  readonly settings: PublicSettings;
  /** The chair of the loaded address, inlined by the server. */
  readonly chair: ChairPageData | null;
}

/** ID of the element with the page's data: JSON, unlike an inline script, needs no permission of the security policy. */
export const pageDataId = "page-data";

const emptyPageData: PageData = {
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
  return text ? (JSON.parse(text) as PageData) : emptyPageData;
}

const PageDataContext = createContext<PageData>(emptyPageData);
export const PageDataProvider = PageDataContext.Provider;
export const usePageData = (): PageData => useContext(PageDataContext);
