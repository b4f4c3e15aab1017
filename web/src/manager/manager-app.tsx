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
 * The files with the texts of each language. `for-managers` contains the texts that all pages need, and those of the
 * pages without `parts` in `managerScreens`. Any other file is loaded with the pages or sections that show its texts.
 */
const files = import.meta.glob<Partial<Texts>>(
  "../locales/*/{for-managers,alerts,cash,device,entries,lists,notifications,places,refunds,scanning}.ts",
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
