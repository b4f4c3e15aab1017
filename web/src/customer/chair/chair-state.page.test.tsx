import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { describe, expect, it } from "vitest";
import { chairHandlers, priceOf, publicDeviceOf } from "#test/data/chair-data.ts";
import { orderOf } from "#test/data/order-data.ts";
import { ConnectionLost, type Handlers, Refusal } from "#test/fake-api.ts";
import { instantAfter } from "#test/data/instants.ts";
import { openPage } from "#test/open-page.ts";

const address = "/pages/index/index?deviceId=MC1000";
const countdown = "/pages/deviceOrder/order?orderId=order-1";
const prices = [priceOf(1, 500), priceOf(10, 5_000, { gear: 2 })];

it("[START-4] hides the prices on an open page when a coin starts the chair, and shows them again at the end", async () => {
  const page = await openPage(address, { api: chairHandlers(prices) });
  await page.tap("radio", /10 min/);
  await page.find("button", "Pay ₱50.00");
  page.api.on("publicDevice", () =>
    publicDeviceOf({ available: false, inUse: true, endsAt: instantAfter(3 * 60) }),
  );
  await page.waitUntil(() => page.getByText("In use, free in about 3 min"));
  expect(page.queryByRole("button", { name: /Pay|coupon/ })).toBeNull();
  page.api.on("publicDevice", () => publicDeviceOf());
  // The price chosen before is still selected.
  await page.waitUntil(() => page.getByRole("button", { name: "Pay ₱50.00" }));
  expect(page.queryByRole("button", { name: "Pay ₱5.00" })).toBeNull();
});

it("[START-1] [STATE-1] keeps showing until when a chair runs on coins, and its prices afterwards", async () => {
  const page = await openPage(address, {
    api: {
      ...chairHandlers(prices),
      publicDevice: () => publicDeviceOf({ available: false, inUse: true, endsAt: instantAfter(5 * 60) }),
      deviceStatus: () => {
        throw new Refusal("deviceInUse", "This chair is in use", { endsAt: instantAfter(5 * 60) });
      },
    },
  });
  await page.findText("In use, free in about 5 min");
  page.api.on("publicDevice", () => publicDeviceOf());
  await page.waitUntil(() => page.getByRole("button", { name: "Pay ₱5.00" }));
});

describe("[START-1] [NET-3] the page of a customer's running chair, whose first call failed,", () => {
  const running: Handlers = {
    ...chairHandlers(prices, { available: false, inUse: true }),
    getOrder: () => orderOf(),
  };
  const failures = (times: number, failure: Error) => {
    let calls = 0;
    return () => {
      calls += 1;
      if (calls <= times) throw failure;
      return "order-1";
    };
  };

  it.each([
    ["by an overloaded server", 1, new Refusal("notReady", "")],
    ["twice by a lost connection", 2, new ConnectionLost()],
  ])("opens the countdown by itself: %s", async (_, times, failure) => {
    const page = await openPage(address, { api: { ...running, deviceStatus: failures(times, failure) } });
    await page.waitUntil(() => page.getByRole("timer"));
    await page.atAddress(countdown);
    expect(page.api.calls("deviceStatus")).toHaveLength(times + 1);
  });

  it("retries when it becomes visible", async () => {
    const page = await openPage(address, {
      api: { ...running, deviceStatus: failures(1, new Refusal("notReady", "")) },
    });
    await page.until(() => expect(page.api.calls("deviceStatus")).toHaveLength(1));
    // The page ignores the event until it has processed the failure.
    await page.until(() => {
      document.dispatchEvent(new Event("visibilitychange"));
      expect(page.api.calls("deviceStatus")).toHaveLength(2);
    });
    await page.find("timer");
    await page.atAddress(countdown);
  });
});

it("[START-1] opens an order that the customer placed in another tab, and not again after its end", async () => {
  const page = await openPage(address, {
    api: { ...chairHandlers(prices), getOrder: () => orderOf(), feedbackOfOrder: () => [] },
  });
  await page.find("button", "Pay ₱5.00");
  page.api.on("publicDevice", () => publicDeviceOf({ available: false, inUse: true }));
  page.api.on("deviceStatus", () => "order-1");
  await page.waitUntil(() => page.getByRole("timer"));
  await page.atAddress(countdown);
  const ended = orderOf({ orderStatus: "completed", endReason: "stopped", endedAt: instantAfter(60) });
  for (const [name, reply] of [
    ["publicDevice", publicDeviceOf()],
    ["deviceStatus", null],
    ["getOrder", ended],
  ] as const)
    page.api.on(name, () => reply as never);
  await page.push({ name: "order", data: { ...ended, serverTime: instantAfter(60) } });
  await page.tap("link", "Back to the chair");
  await page.find("button", "Pay ₱5.00");
});

it("[START-6] shows that another customer has taken the chair, and closes the coupon sheet", async () => {
  const unavailable = "Device unavailable, please scan another device";
  const page = await openPage(address, {
    api: {
      ...chairHandlers(prices),
      couponPrices: () => [{ priceId: "price-10-5000", payable: 0 }],
      activate: () => {
        throw new Refusal("deviceInUse", unavailable);
      },
    },
  });
  await page.tap("button", "Use a coupon");
  await page.fill("Coupon code", "GIFT-2026");
  await page.tap("button", "Apply");
  await page.tap("button", "Start");
  await page.findText(unavailable, await page.find("alert"));
  expect(page.queryByRole("dialog")).toBeNull();
  await page.find("link", "Scan another chair");
});

it("[I18N-1] [START-2] shows a chair's adverts in the visitor's language, also immediately after a change of language", async () => {
  const texts: Record<string, string> = {
    en_US: "Ten minutes for your shoulders",
    zh_CN: "给肩膀十分钟",
    zh_TW: "給肩膀十分鐘",
    id_ID: "Sepuluh menit untuk bahu Anda",
  };
  const page = await openPage(address, {
    language: "zh_TW",
    api: {
      ...chairHandlers(),
      adverts: (_, { language }) => [
        { advertId: "1", imageUrl: null, linkUrl: "https://example.com/", text: texts[language ?? ""] ?? "" },
      ],
    },
  });
  await page.findText("給肩膀十分鐘");
  expect(page.queryByText("Ten minutes for your shoulders")).toBeNull();
  await page.user.selectOptions(page.getByRole("combobox"), "id_ID");
  await page.findText("Sepuluh menit untuk bahu Anda");
  expect(page.queryByText("給肩膀十分鐘")).toBeNull();
});

describe("[STATE-1] [START-2] the page of a chair that cannot be started", () => {
  const inLanguage: Record<Language, { chair: string; freeIn: (minutes: number) => string }> = {
    en_US: { chair: "Chair MC1000", freeIn: (minutes) => `In use, free in about ${minutes} min` },
    zh_CN: { chair: "按摩椅 MC1000", freeIn: (minutes) => `使用中，约 ${minutes} 分钟后空闲` },
    zh_TW: { chair: "按摩椅 MC1000", freeIn: (minutes) => `使用中，約 ${minutes} 分鐘後可使用` },
    id_ID: {
      chair: "Kursi MC1000",
      freeIn: (minutes) => `Sedang dipakai, kosong sekitar ${minutes} menit lagi`,
    },
  };

  it.each(languages)(
    "counts down the minutes until it is free, also while the server does not answer (%s)",
    async (language) => {
      const { chair, freeIn } = inLanguage[language];
      const page = await openPage(address, {
        language,
        api: chairHandlers(prices, { available: false, inUse: true, endsAt: instantAfter(9 * 60) }),
      });
      await page.findText(freeIn(9));
      expect(page.getByRole("heading", { level: 1 }).textContent).toBe(chair);
      page.api.on("publicDevice", () => {
        throw new ConnectionLost();
      });
      await page.wait(2 * 60_000);
      await page.findText(freeIn(7));
    },
  );

  it("offers the free chairs of the outlet, and opens the chosen one", async () => {
    const page = await openPage(address, {
      api: {
        ...chairHandlers(prices),
        publicDevice: ({ deviceId }) =>
          deviceId === "MC1000"
            ? publicDeviceOf({ online: false, available: false, freeChairs: ["MC1001", "MC1002"] })
            : publicDeviceOf({ deviceId }),
      },
    });
    const free = await page.find("region", "Available chairs here");
    await page.find("link", "Chair MC1001", free);
    await page.tap("link", "Chair MC1002", free);
    await page.find("button", "Pay ₱5.00");
    await page.atAddress("/pages/index/index?deviceId=MC1002");
    expect(page.getByRole("heading", { level: 1 }).textContent).toBe("Chair MC1002");
  });

  it("says that it has no prices yet, and shows them once it has", async () => {
    const page = await openPage(address, {
      api: {
        ...chairHandlers(prices, { state: "noPrices" }),
        priceGroup: () => {
          throw new Refusal("priceListMissing", "no prices");
        },
      },
    });
    await page.findText("No prices yet");
    await page.findText("No other chair is available here right now");
    expect(page.getByRole("heading", { level: 1 }).textContent).toBe("Chair MC1000");
    page.api.on("publicDevice", () => publicDeviceOf());
    page.api.on("priceGroup", () => JSON.stringify(prices));
    await page.waitUntil(() => page.getByRole("button", { name: "Pay ₱5.00" }));
  });
});
