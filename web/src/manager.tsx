import { lazyScreen } from "#platform/screen-loader.tsx";
import { ManagerSession } from "#screens/manager/manager-session.tsx";
import { showStoredTheme } from "#screens/manager/user/theme.ts";
import { startApp } from "./start-app.tsx";

const locales = {
  en_US: () => import("#locales/en_US/for-managers.ts"),
  zh_CN: () => import("#locales/zh_CN/for-managers.ts"),
  zh_TW: () => import("#locales/zh_TW/for-managers.ts"),
  id_ID: () => import("#locales/id_ID/for-managers.ts"),
};

showStoredTheme();

void startApp({
  loadTexts: (language) => locales[language](),
  around: ManagerSession,
  screens: {
    login: lazyScreen(() => import("#screens/manager/login/login-screen.tsx")),
    home: lazyScreen(() => import("#screens/manager/home/home-screen.tsx")),
    details: lazyScreen(() => import("#screens/manager/details/details-screen.tsx")),
    user: lazyScreen(() => import("#screens/manager/user/user-screen.tsx")),
    dataChart: lazyScreen(() => import("#screens/manager/data-chart/data-chart-screen.tsx")),
    deviceList: lazyScreen(() => import("#screens/manager/device-list/device-list-screen.tsx")),
    orders: lazyScreen(() => import("#screens/manager/orders/orders-screen.tsx")),
    unknown: lazyScreen(() => import("#screens/manager/home/home-screen.tsx")),
  },
});
