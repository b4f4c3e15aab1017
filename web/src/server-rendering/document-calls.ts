import type { EarlyCall, PageAddress } from "@reposo/contract/page-rendering.ts";
import { maxAddressLength } from "@reposo/contract/text/text-limits.ts";
import { earlyCallOf } from "#shared/api/api-exchange.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { rendersContent } from "./content-preview.tsx";
import { contentQueryOf } from "./content-queries.ts";

/** Pages whose document calls `launch` before the app has loaded. On other pages, the app makes its calls itself. */
const routesWithEarlyCalls: readonly RouteName[] = ["home", "details", "dataChart", "feedback"];

/** Returns the calls that the document's inline script makes for a manager page before the app has loaded. */
export function earlyCallsOf(route: RouteName, { path, search }: PageAddress): readonly EarlyCall[] {
  if (!routesWithEarlyCalls.includes(route)) return [];
  const content = contentQueryOf(route, search, null);
  if (content === null) return [earlyCallOf("launch", {})];
  // With `address`, the response also contains the page with its content as the server renders it.
  const address = path + search;
  const isRendered = rendersContent(route) && address.length <= maxAddressLength;
  return [earlyCallOf("launch", isRendered ? { address } : {}), content.call];
}
