import type { Texts } from "#locales/texts.ts";
import { readArrivedLaunch } from "./shared/session/launch-answer.ts";
import type { RouteName } from "#shared/routing/routes.ts";
import { type LazyScreen, type ScreenModule, lazyScreen } from "#shared/lazy/screen-loader.tsx";
import HomeScreen from "./home/home-screen.tsx";
import { ManagerSession } from "./manager-session.tsx";
import { type ManagerScreen, managerScreens } from "./manager-screens.ts";
import { startApp } from "#shared/app/start-app.tsx";
import { textLoader } from "#shared/i18n/text-loader.ts";

/** The texts of most pages are one file a language; the longest parts come with the pages that show them. */
const files = import.meta.glob<Partial<Texts>>(
  "../locales/*/{for-managers,alerts,cash,device,entries,lists,notifications,places,refunds}.ts",
);

const loadTexts = textLoader(files, "for-managers");

const modules: Record<string, () => Promise<ScreenModule>> = {
  ...import.meta.glob<ScreenModule>(["./*/*-screen.tsx", "!./home/*"]),
  // What most visits open comes with the entry.
  "./home/home-screen.tsx": async () => ({ default: HomeScreen }),
};

function screenOf({ module, parts }: ManagerScreen): LazyScreen {
  const load = modules[module.replace("src/manager/", "./")];
  if (load === undefined) throw new Error(`there is no ${module}`);
  return lazyScreen(load, ...parts);
}

const screens: Partial<Record<RouteName, LazyScreen>> = Object.fromEntries(
  Object.entries(managerScreens).map(([route, screen]) => [route, screenOf(screen)]),
);

startApp({
  loadTexts,
  around: ManagerSession,
  prepare: readArrivedLaunch,
  screens: { ...screens, unknown: screenOf(managerScreens.home) },
});
