import { createContext, useCallback, useContext, useMemo } from "react";
import { useManager } from "#manager/shared/session/manager-context.ts";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { type DisplayZone, displayZone, momentInZone } from "./display-zone.ts";

const RenderedZone = createContext<DisplayZone | null>(null);
/** Sets the time zone for rendering on the server, whose own time zone differs from the browser's. */
export const RenderedZoneProvider = RenderedZone.Provider;

/**
 * Returns the time zone in which the manager's pages count days and show times. The object stays the same while its
 * values do.
 */
export function useZone(): DisplayZone {
  const rendered = useContext(RenderedZone);
  const { userInfo } = useManager();
  const text = JSON.stringify(rendered ?? displayZone(userInfo?.timeZone ?? null));
  return useMemo(() => JSON.parse(text) as DisplayZone, [text]);
}

/** Returns a function that formats an instant (ISO 8601) as `momentInZone` in the displayed time zone. */
export function useInstantFormatter(): (at: string) => string {
  const zone = useZone();
  const language = useLanguage();
  return useCallback((at: string) => momentInZone(Date.parse(at), zone, language), [zone, language]);
}
