import { readLaunchResponse } from "./shared/session/launch-response.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { type ComponentModule, type LazyComponent, lazyComponent } from "#shared/lazy/lazy-component.tsx";
import HomeScreen from "./home/home-screen.tsx";
import { ManagerSession } from "./manager-session.tsx";
import { type ManagerScreen, managerScreens } from "./manager-screens.ts";
import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/i18n.tsx";

const loadTexts = textLoader({
  en_US: () => import("#locales/en_US/manager.ts"),
  id_ID: () => import("#locales/id_ID/manager.ts"),
  zh_CN: () => import("#locales/zh_CN/manager.ts"),
  zh_TW: () => import("#locales/zh_TW/manager.ts"),
});

const modules: Record<string, () => Promise<ComponentModule>> = {
  ...import.meta.glob<ComponentModule>(["./*/*-screen.tsx", "!./home/*"]),
  // Home is part of the entry chunk, because most visits open it.
  "./home/home-screen.tsx": async () => ({ default: HomeScreen }),
};

function pageOf({ module }: ManagerScreen): LazyComponent {
  const load = modules[module.replace("src/manager/", "./")];
  if (load === undefined) throw new Error(`the manager app has no module ${module}`);
  return lazyComponent(load);
}

const pages: Partial<Record<RouteName, LazyComponent>> = Object.fromEntries(
  Object.entries(managerScreens).map(([route, screen]) => [route, pageOf(screen)]),
);

startApp({
  loadTexts,
  around: ManagerSession,
  prepare: readLaunchResponse,
  // The type requires `unknown`, but addresses of unknown pages are served by the customer app.
  pages: { ...pages, unknown: pageOf(managerScreens.home) },
});
