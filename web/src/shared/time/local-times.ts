import { usePageData } from "#shared/api/page-data.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { type DateParts, dateTimeFormatter } from "@reposo/contract/text/date-styles.ts";

/**
 * Returns the name of the browser's time zone if the document was rendered in it; undefined otherwise, so that the
 * browser's own is used.
 */
export const useLocalZone = (): string | undefined => usePageData().session?.deviceZone?.name || undefined;

/** Returns a function that formats instants in the browser's time zone and the page's language. */
export function useLocalFormatter(options: DateParts): (instant: number | string | Date) => string {
  const language = useLanguage();
  const timeZone = useLocalZone();
  return dateTimeFormatter(language, timeZone === undefined ? options : { ...options, timeZone });
}
