import type { Language } from "@reposo/contract/text/languages.ts";
import type { PageInput, RenderedPage, RenderPage } from "@reposo/contract/page-rendering.ts";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { type RouteName, routeOf, routes } from "#shared/routing/routes.ts";
import { pages as customerPages } from "#customer/customer-pages.tsx";
import { createQueryClient } from "#shared/api/api-query.ts";
import { renderCustomerPage } from "./render-customer-page.tsx";
import { renderManagerPage } from "./render-manager-page.tsx";
import { renderMarkup } from "./render-markup.tsx";
import { ManagerSession } from "#manager/manager-session.tsx";
import { pages as managerPages } from "#manager/pages.tsx";
import type { Pages } from "#shared/app/app-shell.tsx";
import { dictionaries } from "./server-dictionaries.ts";
import { StartFailed } from "#shared/app/start-failed.tsx";
import { FiguresSkeleton } from "#manager/shared/frame/figures-skeleton.tsx";
import { NavBarShape } from "#ui/navigation/nav-bar.tsx";
import { Screen } from "#ui/screen/screen.tsx";
import { ManagerTabsShape } from "#manager/shared/frame/manager-tabs.tsx";

export { firstScript } from "./first-script.ts";
export { renderSimulatedPayment } from "./simulated-payment-page.tsx";

const pages: Pages = { ...managerPages, ...customerPages };

type Content = Pick<RenderedPage, "html" | "title" | "session" | "queries">;

/** Renders the login page, which is the same for everyone. */
function renderLogin(input: PageInput): Promise<Content> {
  const client = createQueryClient(() => Promise.reject(new Error("no session")));
  return renderMarkup({
    input,
    page: pages.login ?? pages.unknown,
    session: null,
    around: (app) => <ManagerSession client={client}>{app}</ManagerSession>,
  });
}

/** Renders a page with its content; returns null if only the browser renders it. */
async function contentOf(route: RouteName, input: PageInput): Promise<Content | null> {
  if (routes[route].app === "customer") return renderCustomerPage(input);
  if (route === "login") return renderLogin(input);
  return input.session === null ? null : renderManagerPage(input, input.session);
}

export const renderPage: RenderPage = async (input) => {
  const { path, language, settings } = input;
  const { appTitle, customerTitle } = dictionaries[language].shared;
  const route = routeOf(path);
  const { app } = routes[route];
  const { component } = pages[route] ?? pages.unknown;
  const content = await contentOf(route, input);
  const page = {
    app,
    status: route === "unknown" ? 404 : 200,
    title: app === "customer" ? (settings.operator.name ?? customerTitle) : appTitle,
    modules: [component.source, `src/locales/${language}/${app}.ts`],
    outline: "",
    startFailed: renderStatic(language, <StartFailed />),
  } as const;
  // A page that opens another one has no title of its own.
  if (content !== null) return { ...page, ...content, title: content.title || page.title };
  const outline = app === "manager" ? renderStatic(language, <PageOutline />) : "";
  return { ...page, html: "", outline };
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
