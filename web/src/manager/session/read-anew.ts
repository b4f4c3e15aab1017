import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Reads again what may have changed. A reading under way may be older than the news, yet whoever waits for it gets
 * it: it is followed by another one, not thrown away.
 */
export async function readAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const join = { cancelRefetch: false };
  if (client.isFetching({ queryKey }) > 0) await client.refetchQueries({ queryKey }, join);
  await client.invalidateQueries({ queryKey }, join);
}
