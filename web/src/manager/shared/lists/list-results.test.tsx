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

/** Renders an empty list whose refetch failed. */
function renderStale(): string {
  const data: LoadedRows<never> = { rows: [], nextCursor: null, total: 0 };
  const list = { data, isError: true, dataUpdatedAt: fetchedAt };
  return renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <ListResults
        list={list as UseInfiniteQueryResult<LoadedRows<never>>}
        zone={{ kind: "account", name: "Asia/Tokyo" }}
        texts={{ list: "", failed: "", emptyTitle: "" }}
        renderRow={() => null}
      />
    </LanguageProvider>,
  );
}

it("[ORD-1] [DAY-1] shows the time of a stale list by the server's clock, in the displayed time zone and in 24-hour format", () => {
  // The phone's clock is 70 minutes slow.
  addServerTime("2026-11-22T12:40:00.000Z", fetchedAt, fetchedAt);
  expect(renderStale()).toContain("21:40");
});
