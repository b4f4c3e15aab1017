import type { Texts } from "#locales/texts.ts";
import type { LoadTexts, LoadedTexts } from "#platform/i18n.tsx";
import { lazyScreen } from "#platform/screen-loader.tsx";
import { ManagerSession } from "#screens/manager/manager-session.tsx";
import { startApp } from "./start-app.tsx";

/** What every page says, and the parts that some pages bring. */
const files = import.meta.glob<Partial<Texts>>(
  "./locales/*/{for-managers,details,places,charts,account,exports,lists,refunds}.ts",
);

const loadTexts: LoadTexts = async (language, parts) => {
  const modules = ["for-managers", ...parts].map(async (name) =>
    files[`./locales/${language}/${name}.ts`]?.(),
  );
  return Object.assign({}, ...(await Promise.all(modules))) as LoadedTexts;
};

void startApp({
  loadTexts,
  around: ManagerSession,
  screens: {
    login: lazyScreen(() => import("#screens/manager/login/login-screen.tsx")),
    home: lazyScreen(() => import("#screens/manager/home/home-screen.tsx")),
    details: lazyScreen(() => import("#screens/manager/details/details-screen.tsx"), "details", "exports"),
    user: lazyScreen(() => import("#screens/manager/user/user-screen.tsx"), "account"),
    dataChart: lazyScreen(() => import("#screens/manager/data-chart/data-chart-screen.tsx"), "charts"),
    deviceList: lazyScreen(() => import("#screens/manager/device-list/device-list-screen.tsx"), "lists"),
    orders: lazyScreen(() => import("#screens/manager/orders/orders-screen.tsx"), "lists", "exports"),
    locationOpen: lazyScreen(() => import("#screens/manager/location/location-open-screen.tsx"), "places"),
    locationChoose: lazyScreen(
      () => import("#screens/manager/location/location-choose-screen.tsx"),
      "places",
    ),
    unknown: lazyScreen(() => import("#screens/manager/home/home-screen.tsx")),
  },
});
