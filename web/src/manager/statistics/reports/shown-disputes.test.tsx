import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { details, manager, shared } from "#locales/en_US/manager.ts";
import type { TransactionFilter } from "#manager/statistics/figures/income-link.tsx";
import { PeriodsCard } from "#manager/statistics/figures/periods-card.tsx";
import { TodayCard } from "#manager/statistics/figures/today-card.tsx";
import { LanguageProvider } from "#shared/i18n/i18n.tsx";
import { stubBrowser } from "#test/stub-browser.ts";
import { ReportCard } from "./report-card.tsx";

beforeEach(() => stubBrowser("/pages/home/home"));
afterEach(() => vi.unstubAllGlobals());

const texts = { shared, manager, details };
const render = (page: ReactNode): string =>
  renderToString(
    <LanguageProvider language="en_US" texts={texts} load={async () => texts}>
      {page}
    </LanguageProvider>,
  );

const sums = { online: 30_000, cash: 10_000, total: 40_000 };
const disputed = { ...sums, disputes: -4_500 };

it("[DISP-1] home shows disputes in a line of their own, with a link, only in periods that have some", () => {
  const hrefOf = ({ range, channel }: TransactionFilter) => `/${range}/${channel ?? "all"}`;
  const home = (today: typeof sums) => {
    const income = { currency: "PHP", today, yesterday: sums, thisMonth: disputed, thisYear: sums } as const;
    return render(
      <>
        <TodayCard income={income} comparison={null} hrefOf={hrefOf} />
        <PeriodsCard income={income} hrefOf={hrefOf} />
      </>,
    );
  };
  expect(home(sums)).not.toContain("/today/dispute");
  expect(home(disputed)).toContain("/today/dispute");
  expect(home(disputed)).toContain("₱400.00");
  expect(home(sums).match(/Disputes/g)).toHaveLength(1);
  expect(home(disputed).match(/-₱45\.00/g)).toHaveLength(2);
});

it("[DISP-1] a report shows disputes as a figure of its own, only if there are some", () => {
  const report = (shown: typeof sums) =>
    render(
      <ReportCard
        currency="PHP"
        sums={shown}
        lead="Income"
        hrefs={{ online: "/online", cash: "/cash", total: "/all", disputes: "/dispute" }}
        others={[]}
      />,
    );
  expect(report(sums)).not.toContain("/dispute");
  expect(report(disputed)).toMatch(/href="\/dispute"[^>]*data-figure="disputes".*-₱45\.00/);
});
