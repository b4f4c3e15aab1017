import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { details, manager, shared } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { addServerTime } from "#shared/time/server-clock.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { createManagerQueries } from "#manager/shared/session/query-client.ts";
import { ManagerSession } from "#manager/manager-session.tsx";
import { ReportState } from "./report-state.tsx";

const client = createManagerQueries();

const texts = { shared, manager, details };
const readAt = Date.parse("2026-11-22T11:30:00.000Z");

beforeEach(() => {
  vi.useFakeTimers({ now: readAt, toFake: ["Date"] });
  stubBrowser("/pages/details/details");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("[HOME-3] [DET-1] shows the time of figures by the server's clock, not by the phone's clock", () => {
  addServerTime("2026-11-22T12:40:00.000Z", readAt, readAt);
  const query = {
    data: 1,
    dataUpdatedAt: readAt,
    isError: false,
    error: null,
    refetch: async () => undefined,
  };
  const html = renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <ManagerSession client={client}>
        <ReportState query={query} onClear={() => undefined}>
          {() => null}
        </ReportState>
      </ManagerSession>
    </LanguageProvider>,
  );
  expect(html).toContain('data-as-of="2026-11-22T12:40:00.000Z"');
});
