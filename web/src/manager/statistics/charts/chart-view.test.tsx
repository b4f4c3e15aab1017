import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { charts, manager, shared } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { stubBrowser } from "#test/stub-browser.ts";
import { createManagerQueries } from "#manager/shared/session/query-client.ts";
import { ManagerSession } from "#manager/manager-session.tsx";
import type { UserInfo } from "#manager/shared/session/account.ts";
import type { ChartReply } from "./chart-queries.ts";
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

const render = (reply: ChartReply, at: number) =>
  renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <ManagerSession client={client}>
        <ChartView
          reply={reply}
          at={at}
          currency="PHP"
          byHour={false}
          table
          userInfo={{ currency: "PHP", permissions: [] } as unknown as UserInfo}
          onTable={() => undefined}
          none={null}
        />
      </ManagerSession>
    </LanguageProvider>,
  );
const drawingOf = (html: string) => /<svg[^>]*drawing.*?<\/svg>/.exec(html)?.[0] ?? "";

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
  const html = render(reply, midnight + 10.5 * hour);
  const body = /<tbody>.*<\/tbody>/.exec(html)?.[0] ?? "";
  expect(body.match(/₱/g)).toHaveLength(11 * 3 + 24);
  const chart = drawingOf(html);
  const count = (pattern: RegExp) => chart.match(pattern)?.length ?? 0;
  expect(count(/<path/g)).toBe(0);
  expect(count(/<rect class="[^"]*earlier/g)).toBe(2);
  expect(count(/<rect class="[^"]*bar[^>]*rx=/g)).toBe(3);
  expect(count(/<rect class="[^"]*open[^>]*fill="url\(#/g)).toBe(2);
  expect(html).toMatch(/Figures until \d\d:30\./);
});

it("[CHART-1] [TRUE-1] draws the bar of a small amount from zero upwards", () => {
  const online = [100_000, 1];
  const points = online.map((amount, index) => ({
    at: iso(midnight + index * hour),
    online: amount,
    cash: 0,
    earlier: 0,
  }));
  const [from, to] = [iso(midnight), iso(midnight + 24 * hour)];
  const earlier = { from, to: from, until: from };
  const series = [{ currency: "PHP" as const, points, earlierTotal: 0 }];
  const html = render({ asOf: from, from, to, unit: "hour", earlier, series }, midnight + 10 * hour);
  const ends = [
    ...drawingOf(html).matchAll(/<rect class="[^"]*bar[^>]* y="([\d.]+)"[^>]* height="([\d.]+)"/g),
  ].map(([, y, height]) => Number(y) + Number(height));
  expect(ends).toHaveLength(2);
  expect(ends[1]).toBeCloseTo(ends[0] ?? 0, 3);
});

it("[CHART-1] [TRUE-1] draws only the day in progress of a month over the outline of its earlier day", () => {
  const points = Array.from({ length: 30 }, (_, index) => ({
    at: iso(midnight + (index - 20) * 24 * hour),
    online: index <= 20 ? 500 : 0,
    cash: 0,
    earlier: 300,
  }));
  const earlier = { from: iso(midnight), to: iso(midnight), until: iso(midnight) };
  const [from, to] = [iso(midnight - 20 * 24 * hour), iso(midnight + 10 * 24 * hour)];
  const series = [{ currency: "PHP" as const, points, earlierTotal: 6_300 }];
  const html = render({ asOf: iso(midnight), from, to, unit: "day", earlier, series }, midnight + 10 * hour);
  const rects = drawingOf(html).match(/<rect class="[^"]*"/g) ?? [];
  expect(rects.filter((rect) => rect.includes("earlier"))).toHaveLength(1);
  expect(rects.filter((rect) => rect.includes("open"))).toHaveLength(1);
});
