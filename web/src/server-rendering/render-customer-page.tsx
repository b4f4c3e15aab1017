import type { PageInput, RenderedPage } from "@reposo/contract/page-rendering.ts";
import { dehydrate } from "@tanstack/react-query";
import { CustomerSession } from "#customer/customer-session.tsx";
import { pages } from "#customer/customer-pages.tsx";
import { createQueryClient } from "#shared/api/api-query.ts";
import { routeOf, routes } from "#shared/routing/routes.ts";
import { accountQuery, labelsQuery } from "#shared/session/session-queries.ts";
import { prefetch, renderedSession } from "./prefetch.ts";
import { renderMarkup } from "./render-markup.tsx";

/**
 * Renders a page of the customer app with the content that the session may see or, without a session, that everyone may
 * see. Returns null without a session if the page needs one.
 */
export async function renderCustomerPage(
  input: PageInput,
): Promise<Pick<RenderedPage, "html" | "title" | "session" | "queries"> | null> {
  const { path, search, language, now } = input;
  const route = routeOf(path);
  const page = pages[route] ?? pages.unknown;
  // Times are shown in the browser's zone.
  const session = input.session?.deviceZone?.name ? input.session : null;
  // The countdown opens without a session for the ticket of a payment. Its frame contains nothing of the order.
  if (session === null && routes[route].needs !== "nothing" && route !== "countdown") return null;

  const client = createQueryClient(session?.callOperation ?? input.callPublicOperation);
  if (session?.kind === "manager") await prefetch(client, () => [labelsQuery(language), accountQuery()], now);
  const sessionKind = session?.kind ?? null;
  const context = { search: new URLSearchParams(search), language, sessionKind };
  await prefetch(client, () => page.queries?.(context) ?? [], now);

  const rendered = session && renderedSession(session);
  const markup = await renderMarkup({
    input,
    page,
    session: rendered,
    around: (app) => <CustomerSession client={client}>{app}</CustomerSession>,
  });
  return { ...markup, queries: dehydrate(client), ...(rendered && { session: rendered }) };
}
