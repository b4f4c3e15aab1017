import { createAppQueries } from "#shared/api/app-queries.ts";
import { routeOf } from "#shared/routing/routes.ts";
import { idleMilliseconds, lazyComponent, preloadWhenIdle } from "#shared/lazy/lazy-component.tsx";
import { registerServiceWorker } from "#shared/service-worker/register-service-worker.ts";
import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/i18n.tsx";
import { CustomerSession } from "./customer-session.tsx";

const loadTexts = textLoader({
  en_US: () => import("#locales/en_US/customer.ts"),
  id_ID: () => import("#locales/id_ID/customer.ts"),
  zh_CN: () => import("#locales/zh_CN/customer.ts"),
  zh_TW: () => import("#locales/zh_TW/customer.ts"),
});

const client = createAppQueries();
const countdown = lazyComponent(() => import("./countdown/countdown-screen.tsx"));

startApp({
  loadTexts,
  around: ({ children }) => <CustomerSession client={client}>{children}</CustomerSession>,
  pages: {
    chair: lazyComponent(() => import("./chair/chair-screen.tsx")),
    quickStart: lazyComponent(() => import("./quick-start/quick-start-screen.tsx")),
    countdown,
    orderFeedback: lazyComponent(() => import("./order-feedback/order-feedback-screen.tsx")),
    result: lazyComponent(() => import("./result/result-screen.tsx")),
    error: lazyComponent(() => import("./error/error-screen.tsx")),
    unknown: lazyComponent(() => import("./unknown/unknown-screen.tsx")),
  },
});

// Placing an order opens the countdown.
if (["chair", "quickStart"].includes(routeOf(window.location.pathname))) preloadWhenIdle(countdown);

// The service worker shows an offline page. It must not delay the first view.
setTimeout(registerServiceWorker, idleMilliseconds);
