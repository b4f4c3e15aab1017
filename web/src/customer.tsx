import { lazyScreen } from "#platform/screen-loader.tsx";
import { startApp } from "./start-app.tsx";

const locales = {
  en_US: () => import("#locales/en_US/for-customers.ts"),
  zh_CN: () => import("#locales/zh_CN/for-customers.ts"),
  zh_TW: () => import("#locales/zh_TW/for-customers.ts"),
  id_ID: () => import("#locales/id_ID/for-customers.ts"),
};

const unknown = lazyScreen(() => import("#screens/customer/unknown/unknown-screen.tsx"));
const later = lazyScreen(() => import("#screens/customer/location/location-screen.tsx"));

void startApp({
  loadTexts: (language) => locales[language](),
  screens: {
    chair: lazyScreen(() => import("#screens/customer/chair/chair-screen.tsx")),
    quickStart: lazyScreen(() => import("#screens/customer/quick-start/quick-start-screen.tsx")),
    countdown: lazyScreen(() => import("#screens/customer/countdown/countdown-screen.tsx")),
    orderFeedback: lazyScreen(() => import("#screens/customer/order-feedback/order-feedback-screen.tsx")),
    result: lazyScreen(() => import("#screens/customer/result/result-screen.tsx")),
    error: lazyScreen(() => import("#screens/customer/error/error-screen.tsx")),
    locationChoose: later,
    locationOpen: later,
    unknown,
  },
});
