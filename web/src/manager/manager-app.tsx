import type { Texts } from "#locales/texts.ts";
import { readLaunchResponse } from "./shared/session/launch-response.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { type ComponentModule, type LazyComponent, lazyComponent } from "#shared/lazy/lazy-component.tsx";
import HomeScreen from "./home/home-screen.tsx";
import { ManagerSession } from "./manager-session.tsx";
import { type ManagerScreen, managerScreens } from "./manager-screens.ts";
import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/i18n.tsx";

/**
 * The texts of most pages are bundled in one file per language. The longest parts are separate files, which are loaded
 * with the pages that show them.
 */
const files = import.meta.glob<Partial<Texts>>(
  "../locales/*/{for-managers,alerts,cash,device,entries,lists,notifications,places,refunds}.ts",
);

const loadTexts = textLoader(files, "for-managers");

const modules: Record<string, () => Promise<ComponentModule>> = {
  ...import.meta.glob<ComponentModule>(["./*/*-screen.tsx", "!./home/*"]),
  // Home is part of the entry chunk, because most visits open it.
  "./home/home-screen.tsx": async () => ({ default: HomeScreen }),
};

function pageOf({ module, parts }: ManagerScreen): LazyComponent {
  const load = modules[module.replace("src/manager/", "./")];
  if (load === undefined) throw new Error(`the manager app has no module ${module}`);
  return lazyComponent(load, ...parts);
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
