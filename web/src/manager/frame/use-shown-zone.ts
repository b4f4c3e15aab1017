import { useMemo } from "react";
import { type ShownZone, shownZone } from "./shown-zone.ts";
import type { Ready } from "./manager-page.tsx";

/** The zone that days and times are shown in; one object as long as it stays the same. */
export function useShownZone({ userInfo: { timeZone } }: Ready): ShownZone {
  const zone = shownZone(timeZone);
  const text = JSON.stringify(zone);
  return useMemo(() => JSON.parse(text) as ShownZone, [text]);
}
