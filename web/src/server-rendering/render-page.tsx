import type { PageInput, PageSession, RenderedSession } from "@reposo/contract/page-rendering.ts";
import { dehydrate } from "@tanstack/react-query";
import { prerender } from "react-dom/static";
import { ManagerSession } from "#manager/manager-session.tsx";
import { pages } from "#manager/pages.tsx";
import { mayOpen, type UserInfo } from "#manager/shared/session/launch.ts";
import { accountQuery, labelsQuery } from "#shared/session/session-queries.ts";
import type { DisplayZone } from "#manager/shared/zone/display-zone.ts";
import { RenderedZoneProvider } from "#manager/shared/zone/use-zone.ts";
import { createQueryClient } from "#shared/api/api-query.ts";
import { PageDataProvider } from "#shared/api/page-data.ts";
import { AppFrame } from "#shared/app/app-frame.tsx";
import { AppShell } from "#shared/app/app-shell.tsx";
import { RenderedTitleProvider } from "#shared/app/document-title.ts";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { type RouteName, routeOf, routes } from "#shared/routing/routes.ts";
import { zoneKeyOf } from "#shared/time/time-zone.ts";
import { dictionaries } from "./server-dictionaries.ts";

/** Whether the server renders the page with its content. */
export const isRenderedForSession = (route: RouteName): boolean => pages[route]?.queries !== undefined;

/**
 * Renders a manager's page with its content: runs the page's queries in process, on behalf of the session, and returns
 * the markup together with their results, with which the app hydrates it. A query that fails is left out, and the app
 * runs it again. Returns null for a page that the session may not open.
 */
export async function renderForSession(
  input: PageInput,
  session: PageSession,
): Promise<{ html: string; title: string; session: RenderedSession } | null> {
  const { path, search, language, settings, now } = input;
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
  const { id, deviceZone, eventId } = session;
  const queries = page.queries({ path, search, account, zone: zoneKeyOf(deviceZone), now });
  await Promise.all(
    queries.map((query) =>
      "getNextPageParam" in query ? client.prefetchInfiniteQuery(query) : client.prefetchQuery(query),
    ),
  );

  // The page shows when its data were fetched.
  for (const query of client.getQueryCache().getAll())
    query.setState({ ...query.state, dataUpdatedAt: Date.parse(now) });

  const rendered = { id, deviceZone, eventId, queries: dehydrate(client) };
  const zone: DisplayZone =
    deviceZone === null
      ? { kind: "account", name: account.timeZone ?? "UTC" }
      : { kind: "device", ...deviceZone };
  const texts = dictionaries[language];
  let title = "";
  // Must be the same tree as in the browser (start-app.tsx), so that `useId` returns the same IDs.
  const { prelude } = await prerender(
    <ServerAddress.Provider value={{ path, search }}>
      <RenderedTitleProvider value={(own) => void (title = own)}>
        <RenderedZoneProvider value={zone}>
          <AppFrame language={language} texts={texts} load={async () => texts}>
            <PageDataProvider value={{ language, settings, chair: null, now, session: rendered }}>
              <ManagerSession client={client}>
                <AppShell pages={{ [route]: page, unknown: page }} />
              </ManagerSession>
            </PageDataProvider>
          </AppFrame>
        </RenderedZoneProvider>
      </RenderedTitleProvider>
    </ServerAddress.Provider>,
    // Above this size, React would move parts of the page behind it, and put them back by inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  const html = await new Response(prelude as ReadableStream).text();
  return { html, title, session: rendered };
}
