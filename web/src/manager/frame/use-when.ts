import { useCallback } from "react";
import { useLanguage } from "#shared/i18n/i18n.tsx";
import { formatInZone } from "./shown-zone.ts";
import type { Ready } from "./manager-page.tsx";
import { useShownZone } from "./use-shown-zone.ts";

/** Writes an instant in the zone that all of the manager's pages count in. */
export function useWhen(ready: Ready): (at: string) => string {
  const zone = useShownZone(ready);
  const language = useLanguage();
  return useCallback(
    (at: string) => formatInZone(Date.parse(at), zone, language, { dateStyle: "medium", timeStyle: "short" }),
    [zone, language],
  );
}
