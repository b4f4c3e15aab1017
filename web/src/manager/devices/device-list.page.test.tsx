import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { type DeviceData, deviceOf } from "#test/data/device-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/deviceList/deviceList";

const online = deviceOf({ deviceId: "MC1000", areaName: "Trinoma" });
const faulty = deviceOf({ deviceId: "MC2000", areaId: "outlet-2", areaName: "Cubao", fault: "E07" });
const offline = deviceOf({ deviceId: "MC3000", areaId: "outlet-2", areaName: "Cubao", online: false });

/** Lists devices like the server. */
const listOf =
  (devices: () => readonly DeviceData[]): NonNullable<Handlers["deviceList"]> =>
  ({ keyword = "", online: connection = "all", use = "all", condition = "all", areaId, deviceId }) => {
    const text = keyword.toUpperCase();
    const items = devices().filter(
      (device) =>
        (device.deviceId.includes(text) || device.areaName.toUpperCase().includes(text)) &&
        (connection === "all" || device.online === (connection === "online")) &&
        (use === "all" || device.inUse === (use === "inUse")) &&
        (condition === "all" || (condition === "abnormal") === (!device.online || device.fault !== null)) &&
        (areaId?.includes(device.areaId) ?? true) &&
        (deviceId ?? device.deviceId) === device.deviceId,
    );
    return { items, nextCursor: null, total: items.length };
  };

const openList = (devices: () => readonly DeviceData[], query = "", handlers: Handlers = {}) =>
  openPage(address + query, {
    session: managerSession,
    api: {
      ...managerHandlers({
        outlets: [
          { areaId: "outlet-1", areaName: "Trinoma" },
          { areaId: "outlet-2", areaName: "Cubao" },
        ],
      }),
      search: () => ({ outlets: [], devices: [], orders: [], feedback: [] }),
      deviceList: listOf(devices),
      ...handlers,
    },
  });

const broken = () => {
  throw new Refusal("internal", "broken");
};

it("[DEV-1] finds a chair by its ID or its outlet, and filters by its state", async () => {
  const page = await openList(() => [online, faulty, offline]);
  await page.findText("Devices: 3");
  // A chair that is offline or has a fault is not ready, so its row doesn't say that it is idle.
  expect(page.getAllByText("Idle")).toHaveLength(1);
  // Below the connection in every row, whatever the width of the fault's name and of the number.
  expect(page.getByText("Fault E07").closest(".soft")?.textContent).toBe("CubaoOnlineFault E07");
  await page.fill("Device ID or outlet", "c3000");
  await page.findText("Devices: 1");
  expect(page.queryByText("MC1000")).toBeNull();
  await page.fill("Device ID or outlet", "trino");
  await page.findText("MC1000");
  await page.until(() => expect(page.queryByText("MC3000")).toBeNull());
  await page.fill("Device ID or outlet", "nothing like it");
  await page.findText("No devices match “nothing like it”.");
  await page.user.click(page.getByText("Clear search"));
  await page.findText("Devices: 3");

  await page.tap("button", "Filters");
  const sheet = await page.find("dialog", "Filters");
  await page.tap("radio", "Needs attention", sheet);
  await page.tap("button", "Devices: 2", sheet);
  await page.findText("Fault E07");
  await page.findText("MC3000");
  await page.atAddress(`${address}?condition=abnormal`);
  await page.tap("button", "Remove filter: Needs attention");
  await page.findText("Devices: 3");
});

it("[DEV-1] opens a filtered list by its address", async () => {
  const page = await openList(() => [online, faulty, offline], "?online=offline&areaId=outlet-2&use=idle");
  await page.findText("Devices: 1");
  await page.find("button", "Remove filter: Cubao");
  await page.findText("MC3000");
});

it("[DEV-1] shows a chair that enters an empty list, and updates its row in its place when it leaves", async () => {
  let flaky = deviceOf({ deviceId: "MC2000" });
  const change = (fields: Partial<DeviceData>) => {
    flaky = { ...flaky, ...fields };
    return { name: "device", data: flaky } as const;
  };
  const page = await openList(() => [online, flaky], "?online=offline");
  await page.findText("No results");
  await page.push(change({ online: false }));
  await page.findText("MC2000");
  await page.findText("Devices: 1");
  expect(page.queryByText("MC1000")).toBeNull();
  await page.push(change({ online: true }));
  await page.findText("Online");
  await page.findText("MC2000");

  // Without a filter, the list updates a row without moving it.
  const all = await openList(() => [online, flaky]);
  await all.findText("Devices: 2");
  await all.push(change({ online: false }));
  await all.findText("Offline");
});

it("[DEV-1] offers chairs that enter the filtered list, but none beyond the loaded rows", async () => {
  const idle = deviceOf({ deviceId: "MC2000", inUse: true });
  const listed = [online, deviceOf({ deviceId: "MC3000" })];
  let all = listed;
  const page = await openList(() => all, "?use=idle", {
    deviceList: () => ({ items: all, nextCursor: "more", total: 9 }),
  });
  await page.findText("Devices: 9");
  await page.push({ name: "device", data: deviceOf({ deviceId: "MC4000" }) });
  await page.push({ name: "device", data: idle });
  await page.findText("MC3000");
  expect(page.queryByRole("button", { name: /^Show \d/ })).toBeNull();
  const freed = { ...idle, inUse: false };
  all = [online, freed, ...listed.slice(1)];
  await page.push({ name: "device", data: freed });
  expect(page.queryByText("MC2000")).toBeNull();
  await page.tap("button", "Show 1 new");
  await page.findText("MC2000");
  await page.until(() => expect(page.queryByRole("button", { name: /^Show \d/ })).toBeNull());
});

it("[DEV-1] [HOME-3] shows live that a chair runs on coins, with its remaining time", async () => {
  let chair = deviceOf();
  const page = await openList(() => [chair]);
  await page.findText("Idle");
  chair = { ...chair, inUse: true, endsAt: instantAfter(600) };
  await page.push({ name: "device", data: chair });
  await page.findText(/^In use · 0?9:\d\d left$|^In use · 10:00 left$/);
});

it("[DEV-1] applies a chair's event that arrives while the list is loading", async () => {
  const gate = createGate();
  let calls = 0;
  const page = await openList(() => [online], "", {
    deviceList: async () => {
      calls += 1;
      if (calls > 1) await gate.opened;
      return { items: [online], nextCursor: null, total: 1 };
    },
  });
  await page.findText("Online");
  // The stream opens without a position to resume from, so the page refetches the list.
  await page.push({ name: "device", data: { ...online, online: false } });
  await page.findText("Offline");
  expect(calls).toBeGreaterThan(1);
  gate.open();
  await page.wait(500);
  await page.findText("Offline");
});

it("[DEV-1] opens a sheet of a chair over the list, with links to its start, current order, orders, figures, and location", async () => {
  let chair = online;
  const page = await openList(() => [chair, offline]);
  await page.tap("link", /MC3000/);
  const stopped = await page.find("dialog", "MC3000");
  await page.findText("Can be started when it is online.", stopped);
  const details = await page.find("link", "Chair details", stopped);
  expect(details.getAttribute("href")).toBe("/pages/device/device?deviceId=MC3000");
  await page.tap("button", "Close", stopped);
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  await page.until(() => expect(location.search).toBe(""));

  await page.tap("link", /MC1000/);
  const sheet = await page.find("dialog", "MC1000");
  const hrefOf = async (name: string) => (await page.find("link", name, sheet)).getAttribute("href");
  expect(await hrefOf("Start chair")).toBe("/pages/index/index?deviceId=MC1000");
  expect(await hrefOf("Orders")).toBe("/pages/order/order?deviceId=MC1000");
  expect(await hrefOf("Figures this month")).toBe(
    "/pages/details/details?range=thisMonth&areaId=outlet-1&deviceId=MC1000",
  );
  expect(await hrefOf("Location")).toBe("/pages/location/open?areaId=outlet-1");

  chair = { ...chair, inUse: true, orderId: "order-1", endsAt: instantAfter(60) };
  await page.push({ name: "device", data: chair });
  await page.findText(/\d\d:\d\d left/, sheet);
  expect(await hrefOf("Order in progress")).toBe("/pages/order/order?orderId=order-1");
});

it("[DEV-1] [NET-3] shows the loading, empty, and failed states of the list", async () => {
  const gate = createGate();
  const empty = await openList(() => [], "", {
    deviceList: async () => {
      await gate.opened;
      return { items: [], nextCursor: null, total: 0 };
    },
  });
  await empty.waitUntil(() => empty.getByRole("status", { name: "Loading" }));
  gate.open();
  await empty.findText("No devices yet");

  const page = await openList(() => [online], "?use=idle", { deviceList: broken });
  await page.findText("The devices could not be loaded", await page.find("alert"));
  page.api.on("deviceList", () => ({ items: [online], nextCursor: null, total: 1_234 }));
  await page.tap("button", "Try again");
  await page.findText("MC1000");
  await page.findText("Devices: 1,234");

  // If a refetch fails, the rows stay visible with their age.
  page.api.on("deviceList", broken);
  await page.openStream();
  await page.findText(/^The list could not be refreshed\./);
  await page.findText("MC1000");
  page.api.on(
    "deviceList",
    listOf(() => [online]),
  );
  await page.tap("button", "Try again");
  await page.until(() => expect(page.queryByText(/^The list could not be refreshed\./)).toBeNull());
});

it("[DEV-1] [NET-3] shows the failed load of a chair over a failed list, and both after a retry", async () => {
  const page = await openList(() => [online], "?deviceId=MC1000", { deviceList: broken });
  const sheet = await page.find("dialog", "MC1000");
  await page.findText("The devices could not be loaded", sheet);
  expect(page.queryByRole("status", { name: "Loading" })).toBeNull();
  page.api.on(
    "deviceList",
    listOf(() => [online]),
  );
  await page.tap("button", "Try again", sheet);
  await page.findText("Trinoma", sheet);
  await page.tap("button", "Close", sheet);
  await page.find("link", /MC1000/);
  await page.until(() => expect(location.search).toBe(""));
});

it("[DEV-1] [NAV-4] searches for the typed text after a chair that was opened during the debounce is closed", async () => {
  const there = deviceOf({ deviceId: "MC2000", areaName: "Rockwell" });
  const page = await openList(() => [online, there]);
  await page.findText("Devices: 2");
  await page.fill("Device ID or outlet", "trino");
  await page.user.click(page.getByText("MC1000"));
  const sheet = await page.find("dialog", "MC1000");
  await page.wait(5_000);
  expect(location.search).toBe("?deviceId=MC1000");
  await page.tap("button", "Close", sheet);
  await page.until(() => expect(location.search).toBe("?keyword=trino"));
  await page.findText("Devices: 1");
  await page.until(() => expect(page.queryByText("MC2000")).toBeNull());
  expect(page.getByLabelText<HTMLInputElement>("Device ID or outlet").value).toBe("trino");
});
