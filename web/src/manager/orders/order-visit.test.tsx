import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it } from "vitest";
import { stubBrowser } from "#shared/app/stub-browser.ts";
import { chooseZone, zoneKey } from "#shared/time/time-zone.ts";
import { noOrderFilters } from "./order-filters.ts";
import { useOrderVisit } from "./use-order-list.ts";

beforeEach(() => {
  stubBrowser("/pages/order/order");
  Object.assign(window, { addEventListener: () => undefined });
});
afterEach(() => chooseZone("device"));

/** Returns the name under which a new visit is stored. */
function nameOfVisit(): string {
  const filters = { ...noOrderFilters, startDate: "2026-11-20" };
  const Probe = () => useOrderVisit("token", filters, zoneKey(), true).name;
  return renderToString(<Probe />);
}

it("[DAY-1] [ORD-2] stores the orders of a day separately for each time zone", () => {
  const here = nameOfVisit();
  expect(nameOfVisit()).toBe(here);
  chooseZone("account");
  expect(nameOfVisit()).not.toBe(here);
});
