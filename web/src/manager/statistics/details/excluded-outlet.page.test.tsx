import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { areaOf, entryOf, noLateEntries, overviewOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const areas = Array.from({ length: 130 }, (_, index) =>
  areaOf({
    areaId: `outlet-${index}`,
    areaName: `Outlet ${String(index).padStart(3, "0")}`,
    cash: [10_000, 2_000, 300][index] ?? 0,
    orders: index < 3 ? 1 : 0,
  }),
);

it("[DET-2] [DET-1] shows, exports, and links the figures of all of 130 outlets except one", async () => {
  const shown = ({ exceptAreaId }: { readonly exceptAreaId?: readonly string[] }) =>
    areas.filter(({ areaId }) => !exceptAreaId?.includes(areaId));
  const page = await openPage("/pages/details/details", {
    session: managerSession,
    api: {
      ...managerHandlers({ outlets: areas.map(({ areaId, areaName }) => ({ areaId, areaName })) }),
      incomeDetailByArea: (request) => overviewOf(shown(request)),
      incomeEntries: (request) => {
        const items = shown(request)
          .filter(({ total }) => total > 0)
          .map(({ areaId, areaName, total }) =>
            entryOf({
              entryId: `entry-${areaId}`,
              areaId,
              areaName,
              channel: "cash",
              source: "payment",
              amount: total,
            }),
          );
        return { items, nextCursor: null, total: items.length };
      },
      lateEntries: noLateEntries,
      areaExport: () => null,
    },
  });
  const figure = (name: string) => document.querySelector<HTMLAnchorElement>(`[data-figure=${name}]`);
  await page.until(() => expect(figure("total")?.textContent).toContain("₱123.00"));
  await page.tap("button", "All outlets (130)");
  const sheet = await page.find("dialog", "Choose outlets");
  await page.user.type(await page.find("searchbox", undefined, sheet), "Outlet 001");
  await page.tap("checkbox", "Outlet 001", sheet);
  await page.tap("button", "Show", sheet);
  await page.find("button", "129 of 130 outlets");
  await page.until(() => expect(figure("total")?.textContent).toContain("₱103.00"));
  expect(new URLSearchParams(location.search).getAll("exceptAreaId")).toEqual(["outlet-1"]);
  expect(page.api.calls("incomeDetailByArea").at(-1)?.request).toMatchObject({ exceptAreaId: ["outlet-1"] });
  expect(figure("orders")?.getAttribute("href")).toContain("exceptAreaId=outlet-1");

  await page.tap("button", "Export");
  await page.tap("button", "Download CSV");
  await page.until(() =>
    expect(page.api.calls("areaExport")[0]?.request).toMatchObject({ exceptAreaId: ["outlet-1"] }),
  );
  await page.tap("button", "Close", await page.find("dialog", "Export"));
  await page.user.click(figure("total") as HTMLElement);
  await page.findText("Transactions: 2 · Total: ₱103.00");
});
