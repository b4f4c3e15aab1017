import { describe, expect, it, vi } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

/** Makes the rendering of the page fail, because setting the document's title throws. React reports this. */
function breakTitle(): void {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  Object.defineProperty(document, "title", {
    configurable: true,
    get: () => "",
    set: () => {
      throw new Error("the title cannot be set");
    },
  });
}

describe("[CNT-1] [ERR-1] offers a reload in the chosen language if the countdown fails to render", () => {
  it.each([
    ["en_US", "Your massage continues. Reload the page to see the time left.", "Reload"],
    ["zh_CN", "按摩仍在进行。重新加载页面即可查看剩余时间。", "重新加载"],
    ["zh_TW", "按摩仍在進行。重新載入頁面即可查看剩餘時間。", "重新載入"],
    ["id_ID", "Pijatan Anda tetap berjalan. Muat ulang halaman untuk melihat sisa waktu.", "Muat ulang"],
  ] as const)("%s", async (language, text, reload) => {
    const address = "/pages/deviceOrder/order?orderId=order-1";
    const page = await openPage(address, { language, api: { getOrder: () => orderOf() } });
    await page.find("timer");
    breakTitle();
    // The title contains the remaining time.
    await page.waitUntil(() => page.getByText(text));
    expect(page.queryByRole("timer")).toBeNull();
    await page.tap("button", reload);
    expect(page.opened).toEqual([address]);
  });
});

it("[ERR-1] offers a reload if a manager's page fails to render", async () => {
  const page = await openPage("/pages/home/home", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      appStatistics: () => statisticsOf(),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
    },
  });
  await page.until(() => page.getAllByText("Income today"));
  breakTitle();
  await page.tap("link", "My account");
  await page.findText("Reload the page to continue.");
  expect(page.queryByText("Income today")).toBeNull();
  await page.tap("button", "Reload");
  expect(page.opened).toEqual(["/pages/user/user"]);
});

it("[NAV-4] shows the previous page after Back from a page that failed to render, also one of the same route", async () => {
  const order = orderOf({ orderStatus: "completed", endReason: "finished", endedAt: instantAfter(0) });
  const page = await openPage("/pages/order/order", {
    session: managerSession,
    api: {
      ...managerHandlers(),
      orderList: () => ({ items: [order], nextCursor: null, total: 1 }),
      getOrder: () => order,
    },
  });
  await page.findText("Orders: 1");
  breakTitle();
  await page.user.click(document.querySelector("[data-row]") as HTMLElement);
  await page.findText("Reload the page to continue.");
  expect(page.queryByText("Orders: 1")).toBeNull();
  Reflect.deleteProperty(document, "title");
  history.back();
  await page.findText("Orders: 1");
  expect(page.queryByText("Reload the page to continue.")).toBeNull();
});
