import type { QueryClient } from "@tanstack/react-query";

/** Asks again for what failed, as it was asked for: of a list the page that did not come, not all those before it. */
export function readFailedAgain(client: QueryClient): void {
  for (const query of client.getQueryCache().findAll({ type: "active" })) {
    const { status, fetchMeta } = query.state;
    if (status !== "error") continue;
    // Whoever shows it hears of another failure.
    query.fetch(undefined, fetchMeta === null ? {} : { meta: fetchMeta }).catch(() => undefined);
  }
}
