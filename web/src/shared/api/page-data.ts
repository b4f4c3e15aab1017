import { defaultLanguage, type Language } from "@reposo/contract/text/languages.ts";
import type { PublicSettings, RenderedSession } from "@reposo/contract/page-rendering.ts";
import { createContext, useContext } from "react";

export interface PageData {
  /** The language in which the server rendered the page. */
  readonly language: Language;
  readonly settings: PublicSettings;
  /** The server's time when it rendered the page, as ISO 8601; empty if it is unknown. */
  readonly now: string;
  /** Set if the document contains the page as the session may see it. */
  readonly session: RenderedSession | null;
  /** The replies of operations that the document contains, as `dehydrate` of TanStack Query returns them. */
  readonly queries: unknown;
}

/**
 * ID of the element that contains the page's data as JSON. Unlike an inline script, JSON needs no permission in the
 * content security policy.
 */
export const pageDataId = "page-data";

/** Used if the document contains no data. */
const emptyPageData: PageData = {
  language: defaultLanguage,
  settings: {
    defaultLanguage: "en_US",
    acceptedOrigins: [],
    onlinePayment: { simulated: false, currencies: [], methods: {} },
    map: null,
    operator: { name: null, logoUrl: null, contact: null, receiptLines: [] },
  },
  now: "",
  session: null,
  queries: null,
};

export function readPageData(): PageData {
  const text = document.getElementById(pageDataId)?.textContent;
  return text ? { ...emptyPageData, ...(JSON.parse(text) as Partial<PageData>) } : emptyPageData;
}

const PageDataContext = createContext<PageData>(emptyPageData);
export const PageDataProvider = PageDataContext.Provider;
export const usePageData = (): PageData => useContext(PageDataContext);
