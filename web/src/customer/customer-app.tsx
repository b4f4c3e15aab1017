import type { Texts } from "#locales/texts.ts";
import { routeOf } from "#shared/routing/routes.ts";
import { lazyScreen } from "#shared/lazy/screen-loader.tsx";
import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/text-loader.ts";

const files = import.meta.glob<Partial<Texts>>("../locales/*/{for-customers,pages,feedback,receipts}.ts");

const loadTexts = textLoader(files, "for-customers");

const countdown = lazyScreen(() => import("./countdown/countdown-screen.tsx"));

startApp({
  loadTexts,
  screens: {
    chair: lazyScreen(() => import("./chair/chair-screen.tsx")),
    quickStart: lazyScreen(() => import("./quick-start/quick-start-screen.tsx")),
    countdown,
    orderFeedback: lazyScreen(() => import("./order-feedback/order-feedback-screen.tsx"), "feedback"),
    result: lazyScreen(() => import("./result/result-screen.tsx"), "pages"),
    error: lazyScreen(() => import("./error/error-screen.tsx"), "pages"),
    unknown: lazyScreen(() => import("./unknown/unknown-screen.tsx"), "pages"),
  },
});

/** After the first view has settled on a slow phone: the wait for the chair must not begin with one for its page. */
const restMilliseconds = 2_500;

setTimeout(() => {
  if (!["chair", "quickStart"].includes(routeOf(window.location.pathname))) return;
  countdown.load().catch(() => undefined);
}, restMilliseconds);
