import type { Permission } from "@reposo/contract/permissions.ts";
import type { TimelineEntry } from "@reposo/contract/devices/device-page.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { alertListOf, alertOf } from "#test/data/alert-data.ts";
import { configurationOf, deviceOf, devicePageOf } from "#test/data/device-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { orderOf } from "#test/data/order-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/device/device";

const openDevice = (handlers: Handlers = {}, query = "?deviceId=MC1000", permissions?: Permission[]) =>
  openPage(address + query, {
    session: managerSession,
    api: {
      ...managerHandlers(permissions && { permissions }),
      devicePage: () => devicePageOf(deviceOf()),
      deviceTimeline: () => ({ items: [], nextCursor: null }),
      deviceConfiguration: () => configurationOf(),
      identification: () => null,
      testRun: () => null,
      ...handlers,
    },
  });

const refuse = (code: "deviceUnknown" | "deviceOfOtherOutlet", message: string) => () => {
  throw new Refusal(code, message);
};

const sectionOf = (title: string) =>
  [...document.querySelectorAll("section")].find(
    (section) => section.querySelector("h2")?.textContent === title,
  );

/** The last fourteen days, of which Tuesdays are closed. The chair ran only on the last day. */
const days = Array.from({ length: 14 }, (_, at) => {
  const date = new Date(Date.UTC(2026, 1, 17 + at));
  const closed = date.getUTCDay() === 2;
  return { date: date.toISOString().slice(0, 10), minutes: at === 13 ? 45 : 0, closed };
});

it("[CHAIR-1] [CASH-4] pages through the timeline, and links to orders and collections", async () => {
  const entryOf = (at: number, fields: Partial<TimelineEntry>): TimelineEntry => ({
    entryId: `entry-${at}`,
    at: instantAfter(-60 * at),
    kind: "order",
    orderId: `order-${at}`,
    status: "completed",
    payType: "online",
    amount: 5_000,
    currency: "PHP",
    fault: null,
    reason: null,
    alert: null,
    ...fields,
  });
  const collection = { kind: "collection", orderId: null, status: null, payType: null } as const;
  const entries = [
    ...Array.from({ length: 45 }, (_, at) => entryOf(at, {})),
    entryOf(45, { ...collection, at: "2026-01-20T04:00:00.000Z", amount: 1_230 }),
  ];
  const page = await openDevice({
    deviceTimeline: ({ cursor }) => {
      const start = Number(cursor ?? 0);
      const end = start + 20;
      return { items: entries.slice(start, end), nextCursor: end < entries.length ? `${end}` : null };
    },
  });
  const rows = () => page.getByRole("list", { name: "Timeline" }).querySelectorAll("li");
  await page.until(() => expect(rows()).toHaveLength(5));
  await page.tap("button", "Show more");
  for (const count of [20, 40, 46]) {
    await page.until(() => expect(rows()).toHaveLength(count));
    if (count < 46) await page.tap("button", "Load more");
  }
  expect(page.queryByRole("button", { name: "Load more" })).toBeNull();
  const hrefOf = (row: Element | undefined) => row?.querySelector("a")?.getAttribute("href") ?? "";
  expect(hrefOf([...rows()].at(0))).toBe("/pages/order/order?orderId=order-0");
  const last = [...rows()].at(-1);
  expect(last?.textContent).toContain("Cash collected");
  // The cash page shows the current month by default, which does not contain this collection.
  const query = new URLSearchParams(hrefOf(last).split("?")[1]);
  expect(Object.fromEntries(query)).toMatchObject({
    view: "collections",
    deviceId: "MC1000",
    range: "custom",
    startDate: "2026-01-20",
  });
});

it.each([
  { fields: {}, state: "Idle", action: ["link", "Start chair", "/pages/index/index?deviceId=MC1000"] },
  {
    fields: { inUse: true, orderId: "order-1", endsAt: instantAfter(600) },
    state: /^In use · 1?0:\d\d left$|^In use · 9:\d\d left$/,
    action: ["link", "Order in progress", "/pages/order/order?orderId=order-1"],
  },
  {
    fields: { online: false, lastSeenAt: instantAfter(-600) },
    state: "Offline",
    action: ["link", "Show location", "/pages/location/open?areaId=outlet-1"],
  },
  { fields: { fault: "E07" }, state: "Fault E07", action: ["button", "Run a 1-minute test"] },
  {
    fields: { fault: "disabled", outOfService: "The left armrest is loose" },
    state: "Out of service",
    action: ["button", "Return to service"],
  },
])("[CHAIR-1] [CHAIR-2] states first that the chair is $state, with the action that helps", async (shown) => {
  const [role = "", name = "", href] = shown.action;
  const page = await openDevice({
    devicePage: () => ({ ...devicePageOf(deviceOf(shown.fields)), stateSince: instantAfter(-600) }),
    getOrder: () => orderOf(),
  });
  await page.findText(shown.state);
  await page.findText(/^Since /);
  // The instant since which a chair is offline is the one at which it was seen last.
  expect(page.queryByText(/^Last seen/)).toBeNull();
  const action = await page.find(role, name);
  if (href !== undefined) expect(action.getAttribute("href")).toBe(href);
  const sections = [...document.querySelectorAll("h2")].map(({ textContent }) => textContent);
  expect(sections.slice(0, 3)).toEqual(["Income", "Timeline", "Utilization"]);
  for (const details of document.querySelectorAll("details")) expect(details.open).toBe(false);
});

it("[CHAIR-1] advises once how to mend an offline chair, at the top and not in its alert", async () => {
  const page = await openDevice({
    devicePage: () => devicePageOf(deviceOf({ online: false, lastSeenAt: instantAfter(-600) })),
    alertList: () =>
      alertListOf([
        alertOf(),
        alertOf({ alertId: "0199f0a0-0000-7000-8000-000000000002", kind: "startsFailing" }),
      ]),
  });
  await page.findText(/^Check its plug/);
  await page.find("article", "Chair MC1000 is offline");
  await page.findText(/^Start the chair on site/);
  expect(page.queryByText(/^Check the chair's power/)).toBeNull();
});

it("[CHAIR-1] [TRUE-1] shows the minutes run on each day, with links to its orders, and the busiest hour", async () => {
  const page = await openDevice({
    devicePage: () => ({
      ...devicePageOf(deviceOf()),
      utilisation: days.map((day, at) => ({
        ...day,
        minutes: at === 6 ? 30 : day.minutes,
        closed: false,
        openMinutes: null,
        share: null,
      })),
      hourShares: Array.from({ length: 168 }, (_, hour) => (hour === 34 ? 25 : 0)),
    }),
  });
  const rows = [...(await page.find("list", "Minutes run")).querySelectorAll("li")];
  expect(rows).toHaveLength(14);
  const today = rows[0]?.querySelector("a")?.getAttribute("href") ?? "";
  expect(today).toMatch(/^\/pages\/order\/order\?/);
  expect(Object.fromEntries(new URLSearchParams(today.split("?")[1]))).toMatchObject({
    deviceId: "MC1000",
    startDate: "2026-03-02",
    endDate: "2026-03-02",
  });
  expect(rows[0]?.textContent).toContain("45 min");
  // Today is not over: its bar is hatched over the outline of the same weekday of last week.
  expect(rows.map((row) => row.textContent?.includes("so far"))).toEqual([true, ...Array(13).fill(false)]);
  expect(rows[0]?.querySelector("rect[fill^=url]")?.getAttribute("width")).toBe("100");
  expect(Number(rows[0]?.querySelector("rect[class*=earlier]")?.getAttribute("width"))).toBeCloseTo(66.3, 1);
  await page.findText("Same day last week");
  // The chair did not run on the first of these days, so the day has no link.
  expect(rows.at(-1)?.querySelector("a")).toBeNull();
  const byHour = sectionOf("Utilization by hour");
  expect(byHour?.textContent).toContain("Busiest: Tue 10:00 – 11:00, 25%");
  expect(byHour?.querySelectorAll("rect")).toHaveLength(168);
});

it("[CHAIR-1] shows closed hours, and hides rows from a manager without permission", async () => {
  const closedHours = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => {
    const isTuesday = Math.floor(hour / 24) === 1;
    return isTuesday || hour % 24 < 10 || hour % 24 >= 22;
  });
  const page = await openDevice(
    {
      devicePage: () => ({
        ...devicePageOf(deviceOf()),
        income: [
          {
            currency: "PHP",
            today: { online: 10_000, cash: 0, total: 10_000 },
            yesterday: { online: 0, cash: 0, total: 0 },
            thisMonth: { online: 10_000, cash: 0, total: 10_000 },
          },
        ],
        utilisation: days.map((day) => ({ ...day, openMinutes: day.closed ? 0 : 720, share: null })),
        closedHours,
      }),
    },
    "?deviceId=MC1000",
    ["home"],
  );
  const list = await page.find("list", "Minutes run");
  const closedDays = [...list.querySelectorAll("li")]
    .map((day) => day.textContent)
    .filter((text) => text?.includes("Closed"));
  expect(closedDays).toHaveLength(2);
  for (const day of closedDays) expect(day).toContain("Tue");
  const byHour = sectionOf("Utilization by hour");
  expect(byHour?.querySelectorAll("[class*=cells] [class*=closed]")).toHaveLength(168 - 6 * 12);
  // A screen reader reads the same as a table.
  const cells = [...(byHour?.querySelectorAll("td") ?? [])].filter((cell) => cell.textContent === "Closed");
  expect(cells).toHaveLength(168 - 6 * 12);
  expect([...(byHour?.querySelectorAll("p") ?? [])].some((text) => text.textContent === "Closed")).toBe(true);
  await page.until(() => page.getAllByText("₱100.00"));
  expect(page.queryByText("Timeline")).toBeNull();
  expect(page.queryByRole("link", { name: /₱/ })).toBeNull();
});

it("[CHAIR-1] [NAV-2] explains that a chair was not found, and links to the devices", async () => {
  const unknown = await openDevice(
    { devicePage: refuse("deviceUnknown", "Unable to recognize device") },
    "?deviceId=NOSUCH1",
  );
  await unknown.findText("Chair not found");
  expect(unknown.queryByRole("button", { name: "Try again" })).toBeNull();
  const link = await unknown.find("link", "Devices");
  expect(link.getAttribute("href")).toBe("/pages/deviceList/deviceList");

  const foreign = await openDevice({
    devicePage: refuse("deviceOfOtherOutlet", "You cannot scan the device at this branch"),
  });
  await foreign.findText("Check the link or number. You only see data from your own outlets.");

  const nameless = await openDevice({}, "");
  await nameless.findText("Chair not found");
});

it("[CHAIR-2] [NET-3] states why the actions on a chair are not available offline", async () => {
  const page = await openDevice();
  const identify = await page.find("button", "Blink the lights");
  expect(identify.hasAttribute("disabled")).toBe(false);
  expect(page.queryByText("Not available offline.")).toBeNull();
  page.setOnline(false);
  await page.findText("Not available offline.");
  expect(identify.hasAttribute("disabled")).toBe(true);
});

it("[CHAIR-2] [NET-3] shows only the error of the reason if it is deleted after a failed request", async () => {
  const page = await openDevice({
    changeService: () => {
      throw new Refusal("rateLimited", "Please try again later");
    },
  });
  await page.tap("button", "Take out of service");
  const sheet = await page.find("dialog", "Take out of service");
  await page.fill(/^Reason/, "The left armrest is loose");
  await page.tap("button", "Take out of service", sheet);
  await page.findText("Please try again later", sheet);
  await page.fill(/^Reason/, "");
  await page.tap("button", "Take out of service", sheet);
  await page.findText("Please enter a reason", sheet);
  expect(page.queryByText("Please try again later")).toBeNull();
});

it("[CHAIR-2] shows the chair's reply to the command that was sent, and that a chair did not reply in time", async () => {
  const earlier = { commandId: "command-1", state: "confirmed" } as const;
  let sent = "command-2";
  let latest: { commandId: string; state: "pending" | "confirmed" | "refused" } = earlier;
  const page = await openDevice({
    identifyDevice: () => ({ commandId: sent, state: "pending" }),
    identification: () => latest,
  });
  const identify = await page.find("button", "Blink the lights");
  await page.user.click(identify);
  await page.until(() => expect(page.api.calls("identification").length).toBeGreaterThan(1));
  expect(identify.getAttribute("aria-busy")).toBe("true");
  expect(page.queryByText("The chair is blinking")).toBeNull();
  latest = { commandId: "command-2", state: "refused" };
  await page.findText("The chair refused to blink");
  expect(page.api.calls("identifyDevice")).toHaveLength(1);

  sent = "command-3";
  latest = { commandId: sent, state: "pending" };
  await page.user.click(identify);
  await page.waitUntil(() => page.getByText("No response from the chair"));
  const calls = page.api.calls("identification").length;
  await page.wait(5_000);
  expect(page.api.calls("identification")).toHaveLength(calls);
  expect(identify.getAttribute("aria-busy")).toBeNull();
});
