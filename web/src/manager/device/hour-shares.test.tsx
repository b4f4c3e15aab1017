import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { device, manager, shared } from "#locales/en_US/manager.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { HourShares } from "./hour-shares.tsx";

const texts = { shared, manager, device };

beforeEach(() => stubBrowser("/pages/device/device"));
afterEach(() => vi.unstubAllGlobals());

function render(shares: (number | null)[], closed: number[]): string {
  return renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      <HourShares shares={shares} closed={closed} />
    </LanguageProvider>,
  );
}

it("[CHAIR-1] draws a mark for closed hours, and nothing for hours that contain only time before the installation", () => {
  const shares = Array.from({ length: 168 }, (_, hour) => (hour < 100 ? null : hour === 100 ? 50 : 0));
  const html = render(shares, [0, 1]);
  expect(html.match(/fill-opacity=/g)).toHaveLength(68);
  expect(html.match(/height="1"/g)).toHaveLength(2);
});

it("[CHAIR-1] lists the share of each hour in a table for screen readers", () => {
  const shares = Array.from({ length: 168 }, (_, hour) => (hour < 24 ? null : hour === 31 ? 50 : 0));
  const table = /<table>.*<\/table>/.exec(render(shares, [0]))?.[0] ?? "";
  const [head = "", ...rows] = table.split("<tr>").slice(1);
  expect(head.match(/<th scope="col">/g)).toHaveLength(24);
  const cells = rows.map((row) => [...row.matchAll(/<t[hd][^>]*>([^<]*)/g)].map(([, text]) => text));
  expect(cells.map(([day]) => day)).toEqual(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]);
  expect(cells[0]?.slice(1, 3)).toEqual([device.closedHours, manager.empty]);
  expect(cells[1]?.slice(7, 10)).toEqual(["0%", "50%", "0%"]);
});
