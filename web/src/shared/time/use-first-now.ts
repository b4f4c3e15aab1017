import { useState } from "react";
import { usePageData } from "#shared/api/page-data.ts";
import { useHydrated } from "#shared/app/use-hydrated.ts";
import { serverNow } from "./server-clock.ts";

/**
 * Returns the server's time at the first rendering of the component, in milliseconds since the epoch. For the markup of
 * a document, this is the time at which the server rendered it.
 */
export function useFirstNow(): number {
  const { now } = usePageData();
  const isHydrated = useHydrated();
  const [first] = useState(() => (isHydrated ? serverNow() : Date.parse(now)));
  return first;
}
