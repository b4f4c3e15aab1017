import { type Permission, permissions } from "@reposo/contract/permissions.ts";
import { describe, expect, it } from "vitest";
import { routes } from "#shared/routing/routes.ts";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers } from "#test/data/chair-data.ts";
import { configurationOf, deviceOf, devicePageOf } from "#test/data/device-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { extensionOf, orderOf } from "#test/data/order-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const refused = "You don't have access to this page";
const none = "Your account has no permissions yet";

const openAs = (held: readonly Permission[], address: string, handlers: Handlers = {}) =>
  openPage(address, {
    session: managerSession,
    api: {
      ...managerHandlers({ permissions: [...held] }),
      appStatistics: () => statisticsOf(),
      incomeChart: () => incomeTodayOf({}),
      feedbackList: () => ({ items: [], nextCursor: null, total: 0 }),
      incomeDetailByArea: () => ({ from: instantAfter(0), to: instantAfter(0), totals: [], areas: [] }),
      lateEntries: () => ({
        from: instantAfter(0),
        to: instantAfter(0),
        lateEntries: [],
        nextCursor: null,
        total: 0,
      }),
      loginDevices: () => [],
      logout: () => null,
      ...handlers,
    },
  });

const accounts: [Permission[], string, string][] = [
  [["home"], "/pages/home/home", "Income today"],
  [["home", "details"], "/pages/home/home", "Income today"],
  [["details"], "/pages/details/details", "Data details"],
  [["details", "user"], "/pages/details/details", "Data details"],
  [["user"], "/pages/user/user", "Maria Santos"],
  [[], "/pages/home/home", none],
];

it.each(accounts)(
  "[NAV-5] [USER-1] [SES-4] an account with the permissions %j starts at %s, and can change its language and log out",
  async (held, path, content) => {
    for (const address of ["/", "/pages/login/login?next=%2Fpages%2Fhome%2Fhome"]) {
      const page = await openAs(held, address);
      await page.atAddress(path);
      await page.until(() => page.getAllByText(content));
      expect(page.queryByText(refused)).toBeNull();
    }
    const page = await openAs(held, "/");
    await page.until(() => page.getAllByText(content));
    if (held.includes("user")) await page.tap("link", "My account");
    await page.user.selectOptions(await page.find("combobox", "Language"), "id_ID");
    await page.tap("button", "Keluar");
    expect(page.stored("locale")).toBe("id_ID");
    await page.tap("button", "Keluar", await page.find("dialog"));
    await page.waitUntil(() => expect(location.pathname).toBe("/pages/login/login"));
    expect(page.stored("token")).toBeNull();
    expect(page.api.calls("logout")).toHaveLength(1);
  },
);

const pages: readonly { readonly path: string; readonly tab: Permission | null }[] = Object.values(routes);
const guarded = pages.flatMap(({ path, tab }) => (tab === null ? [] : [{ path, tab }]));

it.each(guarded)(
  "[STAFF-1] [NAV-5] an account with all permissions but $tab may not open $path",
  async ({ path, tab }) => {
    const held = permissions.filter((permission) => permission !== tab);
    const page = await openAs(held, `${path}?deviceId=MC1&areaId=outlet-1`);
    await page.findText(refused);
    // A way on, and no button that would load the refused content again.
    const main = page.getByRole("main");
    expect([...main.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toEqual([
      tab === "home" ? routes.details.path : routes.home.path,
    ]);
    expect(page.queryByRole("button", { name: "Refresh" })).toBeNull();
  },
);

describe("[STAFF-1] a viewer", () => {
  const viewer = ["home", "user"] as const;

  it("is told on a chair's page that the account can't start massages", async () => {
    const page = await openAs(viewer, "/pages/index/index?deviceId=MC1000", chairHandlers());
    await page.findText("Your account can't start massages. Contact the operator.");
    expect(page.queryByRole("button", { name: /Cash|coupon/ })).toBeNull();
  });

  it("[NAV-5] sees no tabs on quick start, and those of the permissions on home", async () => {
    const quickStart = await openAs(viewer, "/pages/quickStart/quickStart", chairHandlers());
    await quickStart.until(() => quickStart.getByLabelText("Device ID"));
    expect(quickStart.queryByRole("navigation")).toBeNull();

    const home = await openAs(viewer, "/pages/home/home");
    await home.until(() => home.getAllByText("Income today"));
    expect(home.queryByRole("link", { name: "Quick start" })).toBeNull();
    const tabs = [...home.getByRole("navigation").querySelectorAll("a")];
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute("aria-current")])).toEqual([
      ["Data overview", "page"],
      ["My account", null],
    ]);
  });

  it("sees that a chair is in use, and stays on its page", async () => {
    const page = await openAs(viewer, "/pages/index/index?deviceId=MC1000", {
      ...chairHandlers(undefined, {
        state: "inUse",
        inUse: true,
        available: false,
        endsAt: instantAfter(300),
      }),
      deviceStatus: () => {
        throw new Refusal("deviceInUse", "This chair is in use", { endsAt: instantAfter(300) });
      },
    });
    await page.findText("In use, free in about 5 min");
    expect(location.pathname).toBe("/pages/index/index");
  });

  it("sees an order with an unpaid extension, and cannot control it", async () => {
    const page = await openAs(viewer, "/pages/deviceOrder/order?orderId=order-1", {
      getOrder: () => orderOf({ extensions: [extensionOf()] }),
    });
    await page.findText(/min more: waiting for/);
    await page.until(() => expect(page.api.calls("loginInfo")).toHaveLength(1));
    await page.wait(100);
    expect(page.queryByRole("button", { name: /Stop early|Add minutes|Cancel/ })).toBeNull();
  });

  it("sees the state of a chair, and no button that controls it", async () => {
    const device = deviceOf({ inUse: true });
    const page = await openAs(viewer, "/pages/device/device?deviceId=MC1000", {
      devicePage: () => devicePageOf(device),
      deviceConfiguration: configurationOf,
    });
    await page.until(() => page.getAllByText(/In use/));
    for (const name of [
      "Stop massage",
      "Blink the lights",
      "Run a 1-minute test",
      "Take out of service",
      "Change volume",
    ])
      expect(page.queryByRole("button", { name }), name).toBeNull();
  });
});

it("[STAFF-1] [CNT-2] a manager who stops a massage sees what to return in cash", async () => {
  const page = await openAs(["user", "start", "stop"], "/pages/deviceOrder/order?orderId=order-1", {
    getOrder: () => orderOf({ payType: "cash", unusedAmount: { online: 0, cash: 4_917 } }),
  });
  await page.tap("button", "Stop early");
  const sheet = await page.find("dialog", "Stop the massage?");
  await page.findText(/Return about ₱49\.17 in cash to the customer/, sheet);
});
