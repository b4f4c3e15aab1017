import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { lists } from "#locales/en_US/lists.ts";
import { manager } from "#locales/en_US/manager.ts";
import { shared } from "#locales/en_US/shared.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import type { PagedList } from "./paged-list.ts";
import { noteServerTime } from "#shared/time/server-clock.ts";
import { PagedResults } from "./paged-results.tsx";

const texts = { shared, manager, lists };
const readAt = Date.parse("2026-11-22T11:30:00.000Z");

beforeEach(() => vi.useFakeTimers({ now: readAt, toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

/** An empty list that could not be read anew. */
function drawStale(): string {
  const list = { data: { pages: [], pageParams: [] }, isError: true, dataUpdatedAt: readAt };
  const words = { list: "", failed: "", emptyTitle: "", emptyText: "", noMatch: "" };
  return renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <PagedResults
        list={list as unknown as PagedList<never>}
        visit={{ id: "1", name: "orders", heights: [], scrollY: null }}
        zone={{ kind: "account", name: "Asia/Tokyo" }}
        words={words}
        filtered={false}
        onClear={() => undefined}
        renderPage={() => null}
      />
    </LanguageProvider>,
  );
}

it("[ORD-1] [DAY-1] says how old a list is by the server's clock, in the zone of the page, of 24 hours", () => {
  // This phone is an hour and ten minutes slow.
  noteServerTime("2026-11-22T12:40:00.000Z", readAt, readAt);
  expect(drawStale()).toContain("21:40");
});
