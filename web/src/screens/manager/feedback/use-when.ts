import { useCallback } from "react";
import { useLanguage } from "#platform/i18n.tsx";
import { formatInZone } from "#platform/shown-zone.ts";
import type { Ready } from "#screens/manager/manager-page.tsx";
import { useShownZone } from "#screens/manager/use-shown-zone.ts";

/** Writes an instant in the zone that all of the manager's pages count in. */
export function useWhen(ready: Ready): (at: string) => string {
  const zone = useShownZone(ready);
  const language = useLanguage();
  return useCallback(
    (at: string) => formatInZone(Date.parse(at), zone, language, { dateStyle: "medium", timeStyle: "short" }),
    [zone, language],
  );
}
