import type { Texts } from "#locales/texts.ts";
import { routeOf } from "#platform/routes.ts";
import { lazyScreen } from "#platform/screen-loader.tsx";
import { startApp } from "./start-app.tsx";
import { textLoader } from "./text-loader.ts";

const files = import.meta.glob<Partial<Texts>>("./locales/*/{for-customers,pages,feedback,receipts}.ts");

const loadTexts = textLoader(files, "for-customers");

const countdown = lazyScreen(() => import("#screens/customer/countdown/countdown-screen.tsx"));

startApp({
  loadTexts,
  screens: {
    chair: lazyScreen(() => import("#screens/customer/chair/chair-screen.tsx")),
    quickStart: lazyScreen(() => import("#screens/customer/quick-start/quick-start-screen.tsx")),
    countdown,
    orderFeedback: lazyScreen(
      () => import("#screens/customer/order-feedback/order-feedback-screen.tsx"),
      "feedback",
    ),
    result: lazyScreen(() => import("#screens/customer/result/result-screen.tsx"), "pages"),
    error: lazyScreen(() => import("#screens/customer/error/error-screen.tsx"), "pages"),
    unknown: lazyScreen(() => import("#screens/customer/unknown/unknown-screen.tsx"), "pages"),
  },
});

/** After the first view has settled on a slow phone: the wait for the chair must not begin with one for its page. */
const restMilliseconds = 2_500;

setTimeout(() => {
  if (!["chair", "quickStart"].includes(routeOf(window.location.pathname))) return;
  countdown.load().catch(() => undefined);
}, restMilliseconds);
