import type { PageInput, PageSession, RenderedPage } from "@reposo/contract/page-rendering.ts";
import { dehydrate } from "@tanstack/react-query";
import { ManagerSession } from "#manager/manager-session.tsx";
import { pages } from "#manager/pages.tsx";
import { mayOpen, type UserInfo } from "#manager/shared/session/account.ts";
import { accountQuery, labelsQuery } from "#shared/session/session-queries.ts";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { RenderedZoneProvider } from "#manager/shared/zone/use-zone.ts";
import { createQueryClient } from "#shared/api/api-query.ts";
import { routeOf, routes } from "#shared/routing/routes.ts";
import { zoneKeyOf } from "#shared/time/time-zone.ts";
import { prefetch, renderedSession } from "./prefetch.ts";
import { renderMarkup } from "./render-markup.tsx";

/**
 * Renders a manager's page with its content: runs the page's queries in process, on behalf of the session, and returns
 * the markup together with their results, with which the app hydrates it. Returns null for a page that the session may
 * not open.
 */
export async function renderManagerPage(
  input: PageInput,
  session: PageSession,
): Promise<Pick<RenderedPage, "html" | "title" | "session" | "queries"> | null> {
  const { path, search, language, now } = input;
  const route = routeOf(path);
  const page = pages[route];
  if (page?.queries === undefined || session.kind !== "manager") return null;
  const client = createQueryClient(session.callOperation);
  await Promise.all([
    page.component.load(),
    client.prefetchQuery(labelsQuery(language)),
    client.prefetchQuery(accountQuery()),
  ]);
  const account = client.getQueryData<UserInfo>(accountQuery().queryKey) ?? null;
  if (account === null || !mayOpen(account, routes[route].tab)) return null;
  const { deviceZone } = session;
  const context = { path, search, account, zone: zoneKeyOf(deviceZone), now };
  await prefetch(client, (dataOf) => page.queries?.({ ...context, dataOf }) ?? [], now);

  const zone: DisplayZone =
    deviceZone === null
      ? { kind: "account", name: account.timeZone ?? "UTC" }
      : { kind: "device", ...deviceZone };
  const rendered = renderedSession(session);
  const markup = await renderMarkup({
    input,
    page,
    session: rendered,
    around: (app) => (
      <RenderedZoneProvider value={zone}>
        <ManagerSession client={client}>{app}</ManagerSession>
      </RenderedZoneProvider>
    ),
  });
  return { ...markup, session: rendered, queries: dehydrate(client) };
}
