import { useEffect, useLayoutEffect, useRef } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { FailedView } from "./loading-view.tsx";
import { removeStartFailed } from "./start-failed.tsx";

/**
 * Returns the placeholder that the server renders for a page that only the browser renders. It is shown until the page
 * or an error can be shown.
 */
export const pageOutline = (): HTMLElement | null => document.getElementById("page-outline");

/**
 * Offers to reload the document if the code of the page could not be loaded. Reloads it automatically when the
 * connection is restored.
 */
export function PageNotLoaded() {
  const online = useOnline();
  const wasOffline = useRef(false);
  useLayoutEffect(() => {
    pageOutline()?.remove();
    removeStartFailed();
  }, []);
  useEffect(() => {
    if (!online) wasOffline.current = true;
    else if (wasOffline.current) window.location.reload();
  }, [online]);
  return <FailedView retriesBy="reload" onRetry={() => window.location.reload()} />;
}
