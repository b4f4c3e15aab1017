import { type Language, languages } from "@reposo/contract/text/languages.ts";
import type { EarlyCall, PageInput, RenderPage } from "@reposo/contract/page-rendering.ts";
import type { ReactNode } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { documentTitle } from "#shared/app/document-title.ts";
import { fill, LanguageProvider } from "#shared/i18n/i18n.tsx";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { PageDataProvider } from "#shared/api/page-data.ts";
import { type RouteName, routeOf, routes } from "#shared/routing/routes.ts";
import { CustomerSession } from "#customer/customer-session.tsx";
import { pages as customerPages } from "#customer/customer-pages.tsx";
import { earlyCallOf } from "#shared/api/api-exchange.ts";
import { createQueryClient } from "#shared/api/api-query.ts";
import { isRenderedForSession, renderForSession } from "./render-page.tsx";
import { readDeviceId } from "#manager/device/index.ts";
import { ManagerSession } from "#manager/manager-session.tsx";
import { pages as managerPages } from "#manager/pages.tsx";
import { AppShell, type Pages } from "#shared/app/app-shell.tsx";
import { dictionaries } from "./server-dictionaries.ts";
import { AppFrame } from "#shared/app/app-frame.tsx";
import { StartFailed } from "#shared/app/start-failed.tsx";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { NavBarShape } from "#ui/nav-bar/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { ManagerTabsShape } from "#manager/shared/frame/manager-tabs.tsx";

const pages: Pages = { ...managerPages, ...customerPages };

/** Pages that the server renders completely also without a session; the browser renders the others. */
const routesWithMarkup: readonly RouteName[] = ["chair", "countdown", "login"];

function titleOf(route: RouteName, { language, chair, search }: PageInput): string {
  const texts = dictionaries[language];
  const query = new URLSearchParams(search);
  const deviceId = readDeviceId(query);
  const titles: Partial<Record<RouteName, string>> = {
    chair:
      chair === null
        ? texts.scanning.quickStart
        : fill(texts.customer.chairTitle, { deviceId: chair.device.deviceId }),
    countdown: texts.massage.countdown,
    home: texts.manager.overviewTab,
    alerts: texts.alerts.title,
    user: texts.manager.accountTitle,
    notifications: texts.notifications.title,
    deviceList: texts.manager.deviceList,
    device: deviceId === null ? texts.lists.device : fill(texts.device.title, { deviceId }),
    outlet: texts.manager.outlet,
    orders: query.has("orderId") ? texts.lists.orderTitle : texts.manager.ordersTitle,
    cash: texts.cash.title,
    locationOpen: texts.places.place,
    locationChoose: query.has("areaId") ? texts.places.place : texts.places.chooseLocation,
    error: texts.pages.errorTitle,
    quickStart: texts.scanning.quickStart,
    unknown: texts.pages.unknownTitle,
    login: texts.manager.logIn,
  };
  return documentTitle(titles[route] ?? "", texts.shared.appTitle);
}

function earlyCalls(route: RouteName, search: string): readonly EarlyCall[] {
  if (route !== "countdown") return [];
  const query = new URLSearchParams(search);
  const orderId = query.get("orderId");
  // With a ticket, the browser first needs a token that has access to the order.
  return orderId === null || query.has("ticket") ? [] : [earlyCallOf("getOrder", { orderId })];
}

export const renderPage: RenderPage = async (input) => {
  const { path, search, language, settings, chair, now } = input;
  const route = routeOf(path);
  const { app } = routes[route];
  const { component } = pages[route] ?? pages.unknown;
  const hasMarkup = routesWithMarkup.includes(route);
  const own = input.session === null ? null : await renderForSession(input, input.session);
  const textsIn = (each: Language) => [`src/locales/${each}/${app}.ts`];
  // A page that the server renders starts in the language of this markup, because hydration requires it. It therefore
  // needs these texts even if the user has chosen another language. Any other page starts in the chosen language.
  const inEach = (each: Language) => textsIn(hasMarkup || own !== null ? language : each);
  const page = {
    app,
    status: route === "unknown" ? 404 : 200,
    title: titleOf(route, input),
    modules: [component.source],
    textModules: Object.fromEntries(languages.map((each) => [each, inEach(each)])) as Record<
      Language,
      string[]
    >,
    earlyCalls: own === null ? earlyCalls(route, search) : [],
    needsManager: app === "manager",
    dependsOnSession: isRenderedForSession(route),
    outline: "",
    startFailed: renderStatic(language, <StartFailed />),
  } as const;
  if (own !== null) return { ...page, ...own };
  if (!hasMarkup) {
    const outline = app === "manager" ? renderStatic(language, <PageOutline />) : "";
    return { ...page, html: "", outline };
  }
  await component.load();
  const dictionary = dictionaries[language];
  // Must be the same tree as in the browser, so that `useId` returns the same IDs.
  const Session = app === "manager" ? ManagerSession : CustomerSession;
  const html = renderToString(
    <ServerAddress.Provider value={{ path, search }}>
      <AppFrame language={language} texts={dictionary} load={async () => dictionary}>
        <PageDataProvider value={{ language, settings, chair, now, session: null }}>
          <Session client={createQueryClient(() => Promise.reject(new Error("no session")))}>
            <AppShell pages={pages} />
          </Session>
        </PageDataProvider>
      </AppFrame>
    </ServerAddress.Provider>,
  );
  return { ...page, html };
};

function renderStatic(language: Language, page: ReactNode): string {
  const texts = dictionaries[language];
  return renderToStaticMarkup(
    <LanguageProvider language={language} texts={texts} load={async () => texts}>
      {page}
    </LanguageProvider>,
  );
}

/**
 * Outline of a manager page until its code has loaded. It shows no text, because only the browser knows the chosen
 * language.
 */
function PageOutline() {
  return (
    <Screen bar={<NavBarShape />} tabs={<ManagerTabsShape />}>
      <FiguresSkeleton />
    </Screen>
  );
}
