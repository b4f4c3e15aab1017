import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { areaOf, noLateEntries, openedDay, overviewOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

it("[WIDE-1] moves among the figures of the outlets by arrow keys, with one of them in the tab order", async () => {
  const outlets = ["Ayala", "Glorietta"].map((areaName) => ({ areaId: areaName, areaName }));
  const page = await openPage("/pages/details/details?sort=name&order=asc", {
    session: managerSession,
    width: 1440,
    api: {
      ...managerHandlers({ outlets }),
      incomeDetailByArea: () =>
        overviewOf(
          outlets.map((outlet) => areaOf({ ...outlet, cash: 500 })),
          openedDay,
        ),
      lateEntries: noLateEntries,
    },
  });
  const table = await page.find("table");
  await page.find("link", "Ayala", table);
  const rows = [...table.querySelectorAll("[role=rowheader]")].map((head) => head.closest("[role=row]"));
  const links = rows.map((row) => [...(row?.querySelectorAll("a") ?? [])]);
  const inTabOrder = () => links.flat().filter(({ tabIndex }) => tabIndex === 0);
  const [first = [], second = []] = links;
  expect(inTabOrder()).toEqual([first[0]]);
  first[0]?.focus();
  await page.user.keyboard("{ArrowRight}{ArrowDown}");
  expect(document.activeElement).toBe(second[1]);
  expect(inTabOrder()).toEqual([second[1]]);
  await page.user.keyboard("{ArrowDown}{ArrowLeft}{ArrowLeft}");
  expect(document.activeElement).toBe(second[0]);
  await page.user.keyboard("{Home}");
  expect(document.activeElement).toBe(first[0]);
});
