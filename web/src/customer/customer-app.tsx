import { createAppQueries } from "#shared/api/app-queries.ts";
import { routeOf } from "#shared/routing/routes.ts";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";
import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/i18n.tsx";
import { CustomerSession } from "./customer-session.tsx";
import { pages } from "./customer-pages.tsx";

/** Delay of background tasks: the time after which the first view is complete on a slow phone. */
const idleMilliseconds = 2_500;

const loadTexts = textLoader({
  en_US: () => import("#locales/en_US/customer.ts"),
  id_ID: () => import("#locales/id_ID/customer.ts"),
  zh_CN: () => import("#locales/zh_CN/customer.ts"),
  zh_TW: () => import("#locales/zh_TW/customer.ts"),
});

const client = createAppQueries();

startApp({
  loadTexts,
  around: ({ children }) => <CustomerSession client={client}>{children}</CustomerSession>,
  pages,
});

setTimeout(() => {
  // The service worker shows an offline page.
  registerServiceWorker();
  // Placing an order opens the countdown. If its code cannot be loaded now, it is loaded when it is opened.
  if (["chair", "quickStart"].includes(routeOf(window.location.pathname)))
    pages.countdown.component.load().catch(() => {});
}, idleMilliseconds);
