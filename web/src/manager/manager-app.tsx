import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/i18n.tsx";
import { ManagerSession } from "./manager-session.tsx";
import { pages } from "./pages.tsx";
import { createManagerQueries } from "./shared/session/query-client.ts";

const loadTexts = textLoader({
  en_US: () => import("#locales/en_US/manager.ts"),
  id_ID: () => import("#locales/id_ID/manager.ts"),
  zh_CN: () => import("#locales/zh_CN/manager.ts"),
  zh_TW: () => import("#locales/zh_TW/manager.ts"),
});

const client = createManagerQueries();

startApp({
  loadTexts,
  around: ({ children }) => <ManagerSession client={client}>{children}</ManagerSession>,
  // The type requires `unknown`, but addresses of unknown pages are served by the customer app.
  pages: { ...pages, unknown: pages.home },
});
