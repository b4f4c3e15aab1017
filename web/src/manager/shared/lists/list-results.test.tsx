import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lists, manager, shared } from "#locales/en_US/manager.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { addServerTime } from "#shared/time/server-clock.ts";
import { ListResults } from "./list-results.tsx";
import type { LoadedRows } from "./list-query.ts";

const texts = { shared, manager, lists };
const fetchedAt = Date.parse("2026-11-22T11:30:00.000Z");

beforeEach(() => vi.useFakeTimers({ now: fetchedAt, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

type List = UseInfiniteQueryResult<LoadedRows<number>>;

const renderList = (list: Partial<List>, onContinue?: () => void): string =>
  renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <ListResults
        list={{ dataUpdatedAt: fetchedAt, ...list } as List}
        zone={{ kind: "account", name: "Asia/Tokyo" }}
        texts={{ list: "", failed: "", emptyTitle: "" }}
        filters={{ active: false, onClear: () => undefined }}
        renderRow={(row) => <li key={row}>{row}</li>}
        onContinue={onContinue}
      />
    </LanguageProvider>,
  );

it("[ORD-1] [DAY-1] shows the time of a stale list by the server's clock, in the displayed time zone and in 24-hour format", () => {
  // The phone's clock is 70 minutes slow.
  addServerTime("2026-11-22T12:40:00.000Z", fetchedAt, fetchedAt);
  const empty: LoadedRows<number> = { rows: [], nextCursor: null, total: 0 };
  expect(renderList({ data: empty, isError: true })).toContain("21:40");
});

it("[ORD-1] states how many rows it shows if it can load no more of them, or continues after the last one", () => {
  const data: LoadedRows<number> = {
    rows: Array.from({ length: 2_000 }, (_, index) => index),
    nextCursor: "next",
    total: 10_000,
  };
  const limit = "Showing the first 2,000. Use filters to narrow down the list.";
  expect(renderList({ data, hasNextPage: false })).toContain(limit);
  const continued = renderList({ data, hasNextPage: false }, () => undefined);
  expect(continued).toContain("Show older entries");
  expect(continued).not.toContain(limit);
});
