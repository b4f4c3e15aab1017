import { useEffect, useSyncExternalStore } from "react";
import { useAddressQuery, useRoute } from "#shared/routing/navigation.ts";
import { type RouteName, routes } from "#shared/routing/routes.ts";
import { requireLogin } from "./session-end.ts";
import { type StoredSession, readSession } from "./session-storage.ts";

/**
 * Whether the session may open a page (NAV-2). The countdown also accepts the ticket of a payment, because it exchanges
 * the ticket for a token.
 */
export function mayOpen(route: RouteName, session: StoredSession | null, hasTicket: boolean): boolean {
  const { needs } = routes[route];
  if (needs === "nothing") return true;
  if (needs === "manager") return session?.kind === "manager";
  return session !== null || (route === "countdown" && hasTicket);
}

/** The session is not observed, because code that ends it also opens another page. */
const subscribeToNothing = () => () => undefined;

/**
 * Returns whether the page may be shown; if not, opens the login page with a message. Always true on the server, which
 * has no session.
 */
export function useGuard(): boolean {
  const route = useRoute();
  const hasTicket = useAddressQuery().has("ticket");
  const allowed = useSyncExternalStore(
    subscribeToNothing,
    () => mayOpen(route, readSession(), hasTicket),
    () => true,
  );
  useEffect(() => {
    if (!allowed) requireLogin();
  }, [allowed]);
  return allowed;
}
