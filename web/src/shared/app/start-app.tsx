import "#ui/theme/tokens.css";
import "#ui/theme/base.css";
import { type ComponentType, Fragment, type ReactNode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { purgeDraftsWithSession } from "#shared/storage/drafts.ts";
import { repeatEarlyTap } from "./early-tap.ts";
import { activateTexts, chosenLanguage } from "#shared/i18n/i18n.tsx";
import { PageDataProvider, readPageData } from "#shared/api/page-data.ts";
import { followOtherTabs } from "#shared/session/session-end.ts";
import { routeOf } from "#shared/routing/routes.ts";
import type { LoadTexts } from "#shared/i18n/shown-texts.ts";
import { startSheetHistory } from "#shared/routing/sheet-history.ts";
import { AppFrame } from "./app-frame.tsx";
import { AppShell, type Pages } from "./app-shell.tsx";

export interface AppParts {
  readonly pages: Pages;
  readonly loadTexts: LoadTexts;
  /** What the app needs around its pages beside what both have. */
  readonly around?: ComponentType<{ children: ReactNode }>;
  /** What the first rendering of a page that the server did not draw waits for. */
  readonly prepare?: () => Promise<void>;
}

/** What is shown without its code answers to nothing. */
const readAgainMilliseconds = 5_000;

/** Brings a page that the server rendered to life, or draws one from nothing; reads it anew where its code did not come. */
export function startApp(parts: AppParts): void {
  draw(parts).catch((error: unknown) => {
    const readAgain = () => window.location.reload();
    window.addEventListener("online", readAgain);
    if (navigator.onLine) setTimeout(readAgain, readAgainMilliseconds);
    throw error;
  });
}

async function draw({ pages, loadTexts, prepare, around: Around = Fragment }: AppParts): Promise<void> {
  const root = document.getElementById("app");
  if (root === null) throw new Error("the page has no element to draw in");
  const data = readPageData();
  const rendered = data.language;
  const hasMarkup = root.hasChildNodes();
  // What the server drew has to be met in its own language first; an empty page starts in the chosen one.
  const language = hasMarkup ? rendered : chosenLanguage(rendered);
  const page = pages[routeOf(window.location.pathname)] ?? pages.unknown;
  const [texts] = await Promise.all([loadTexts(language, page.texts), hasMarkup ? page.load() : undefined]);
  activateTexts(language, texts);
  if (!hasMarkup) await prepare?.();
  followOtherTabs();
  startSheetHistory();
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
  hydrateRoot(root, app);
  // A click on what is not hydrated yet makes React hydrate it first.
  repeatEarlyTap();
}
