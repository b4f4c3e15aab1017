import "#ui/theme/tokens.css";
import "#ui/theme/base.css";
import { type ComponentType, Fragment, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";
import { purgeDraftsWithSession } from "#shared/storage/drafts.ts";
import { activateTexts, chosenLanguage } from "#shared/i18n/i18n.tsx";
import { PageDataProvider, readPageData } from "#shared/api/page-data.ts";
import { followOtherTabs } from "#shared/session/session-in-other-tabs.ts";
import { routeOf } from "#shared/routing/routes.ts";
import type { LoadTexts } from "#shared/i18n/change-texts.ts";
import { ignoreDoubleTaps } from "#ui/sheet/double-tap.ts";
import { startSheetHistory } from "#shared/routing/sheet-history.ts";
import { reloadForOtherSession, withOwnSession } from "./rendered-session.ts";
import { storeZoneCookie } from "#shared/time/time-zone.ts";
import { AppFrame } from "./app-frame.tsx";
import { showStartFailed } from "./start-failed.tsx";
import { AppShell, type Pages } from "./app-shell.tsx";

export interface AppOptions {
  readonly pages: Pages;
  readonly loadTexts: LoadTexts;
  /** Component around all pages, such as the provider of the session. */
  readonly around?: ComponentType<{ children: ReactNode }>;
}

/**
 * Hydrates a page that the server rendered, and renders any other page. If the start fails, for example because code
 * does not load, the document shows a button that reloads it.
 */
export function startApp(options: AppOptions): void {
  render(options).catch((error: unknown) => {
    showStartFailed();
    throw error;
  });
}

async function render({ pages, loadTexts, around: Around = Fragment }: AppOptions): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) throw new Error("the document has no element with the ID app");
  const data = withOwnSession(readPageData(), root);
  const rendered = data.language;
  const hasMarkup = root.hasChildNodes();
  // Hydration requires the language of the server's markup; a page without markup starts in the chosen language.
  const language = hasMarkup ? rendered : chosenLanguage(rendered);
  const page = pages[routeOf(window.location.pathname)] ?? pages.unknown;
  const [texts] = await Promise.all([loadTexts(language), hasMarkup ? page.component.load() : undefined]);
  activateTexts(language, texts);
  followOtherTabs();
  reloadForOtherSession();
  storeZoneCookie();
  startSheetHistory();
  // A second tap must not press a button of the sheet that the first tap has opened.
  ignoreDoubleTaps();
  purgeDraftsWithSession();
  const app = (
    <AppFrame language={language} texts={texts} load={loadTexts}>
      <PageDataProvider value={data}>
        <Around>
          <AppShell pages={pages} />
        </Around>
      </PageDataProvider>
    </AppFrame>
  );
  if (!hasMarkup) return createRoot(root).render(app);
  // Hydrates in this task, so that the user cannot press a button before his earlier input has been taken over.
  flushSync(() => hydrateRoot(root, app));
}
