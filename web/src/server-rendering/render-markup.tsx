import type { PageInput, RenderedSession } from "@reposo/contract/page-rendering.ts";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { PageDataProvider } from "#shared/api/page-data.ts";
import { AppFrame } from "#shared/app/app-frame.tsx";
import { AppShell, type Pages } from "#shared/app/app-shell.tsx";
import { RenderedTitleProvider } from "#shared/app/document-title.ts";
import { ServerAddress } from "#shared/routing/navigation.ts";
import { routeOf } from "#shared/routing/routes.ts";
import { dictionaries } from "./server-dictionaries.ts";

interface Rendering {
  readonly input: PageInput;
  readonly page: Pages["unknown"];
  /** The session for which the page is rendered; null without one. */
  readonly session: RenderedSession | null;
  /** Encloses the app in the providers of its session. */
  readonly around: (app: ReactNode) => ReactNode;
}

/**
 * Renders a page for the root of its app, and returns the title that it sets, too. The tree must be the same as in the browser (start-app.tsx), so that `useId`
 * returns the same IDs.
 */
export async function renderMarkup({
  input,
  page,
  session,
  around,
}: Rendering): Promise<{ html: string; title: string }> {
  const { path, search, language, settings, now } = input;
  const texts = dictionaries[language];
  await page.component.load();
  let title = "";
  const { prelude } = await prerender(
    <ServerAddress.Provider value={{ path, search }}>
      <RenderedTitleProvider value={(own) => void (title = own)}>
        <AppFrame language={language} texts={texts} load={async () => texts}>
          <PageDataProvider value={{ language, settings, now, session, queries: null }}>
            {around(<AppShell pages={{ [routeOf(path)]: page, unknown: page }} />)}
          </PageDataProvider>
        </AppFrame>
      </RenderedTitleProvider>
    </ServerAddress.Provider>,
    // Above this size, React would move parts of the page behind it, and put them back by inline scripts.
    { progressiveChunkSize: Number.MAX_SAFE_INTEGER },
  );
  return { html: await new Response(prelude as ReadableStream).text(), title };
}
