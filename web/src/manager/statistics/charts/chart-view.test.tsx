import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { charts, manager, shared } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { stubBrowser } from "#test/stub-browser.ts";
import { createManagerQueries } from "#manager/shared/session/query-client.ts";
import { ManagerSession } from "#manager/manager-session.tsx";
import type { UserInfo } from "#manager/shared/session/account.ts";
import { ChartView } from "./chart-view.tsx";

const client = createManagerQueries();

const texts = { shared, manager, charts };
const hour = 3_600_000;
const midnight = Date.parse("2026-11-20T16:00:00.000Z");
const iso = (at: number) => new Date(at).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: midnight + 13.1 * hour, toFake: ["Date"] });
  stubBrowser("/pages/dataChart/dataChart");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("[CHART-1] [HOME-3] [TRUE-1] draws bars over the outlines of earlier ones, hatches the hour in progress, and shows no figures for the hours since the last load", async () => {
  const points = Array.from({ length: 24 }, (_, index) => ({
    at: iso(midnight + index * hour),
    online: index === 9 || index === 10 ? 500 : 0,
    cash: index === 10 ? -100 : 0,
    earlier: index === 9 || index === 20 ? 300 : 0,
  }));
  const reply = {
    asOf: iso(midnight + 10.5 * hour),
    from: iso(midnight),
    to: iso(midnight + 24 * hour),
    unit: "hour" as const,
    earlier: { from: iso(midnight), to: iso(midnight), until: iso(midnight) },
    series: [{ currency: "PHP" as const, points, earlierTotal: 300 }],
  };
  const html = renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <ManagerSession client={client}>
        <ChartView
          reply={reply}
          at={midnight + 10.5 * hour}
          currency="PHP"
          byHour={false}
          table
          userInfo={{ currency: "PHP", permissions: [] } as unknown as UserInfo}
          onTable={() => undefined}
        />
      </ManagerSession>
    </LanguageProvider>,
  );
  const body = /<tbody>.*<\/tbody>/.exec(html)?.[0] ?? "";
  expect(body.match(/₱/g)).toHaveLength(11 * 3 + 24);
  const chart = /<svg[^>]*drawing.*?<\/svg>/.exec(html)?.[0] ?? "";
  const count = (pattern: RegExp) => chart.match(pattern)?.length ?? 0;
  expect(count(/<path/g)).toBe(0);
  expect(count(/<rect class="[^"]*earlier/g)).toBe(2);
  expect(count(/<rect class="[^"]*bar[^>]*rx=/g)).toBe(3);
  expect(count(/<rect class="[^"]*open[^>]*fill="url\(#/g)).toBe(2);
  expect(html).toMatch(/Figures until \d\d:30\./);
});
