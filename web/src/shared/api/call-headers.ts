import type { Language } from "@reposo/contract/text/languages.ts";
import { activeLanguage } from "#shared/i18n/i18n.tsx";
import { readSession } from "#shared/session/session-storage.ts";
import { deviceZone, quarterOffset } from "#shared/time/time-zone.ts";

/** Returns the headers of an API call (NET-1), by default with this browser's token. */
export function callHeaders(
  token: string | null = readSession()?.token ?? null,
  language: Language = activeLanguage(),
): Record<string, string> {
  const headers: Record<string, string> = {
    lang: language,
    "Timezone-Offset": String(quarterOffset()),
  };
  // With this header, the server counts days and hours in this zone instead of the offset, which differs by season.
  const zone = deviceZone()?.name ?? "account";
  if (zone !== "") headers["Time-Zone"] = zone;
  if (token !== null) headers["Access-Token"] = token;
  return headers;
}

export const apiBase: string =
  (import.meta.env as { VITE_API_BASE?: string } | undefined)?.VITE_API_BASE ?? "/api";
