import { importPrices } from "@reposo/server/features/prices/index.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, delayRequests, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { sql } from "@reposo/server/platform/postgres/sql.ts";
import { transact } from "@reposo/server/platform/postgres/unit-of-work.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

async function chairWithPrices(count: number): Promise<string> {
  const priceGroupId = `many-${process.pid}-${count}`;
  const rows = Array.from({ length: count }, (_, n) => ({
    priceGroupId,
    currency: "PHP" as const,
    name: "Massage",
    gear: 1 + n,
    minutes: 10,
    amountMinor: 5_000 + n * 1_000,
  }));
  await transact(network.database, (uow) => importPrices(uow, rows, new Date()));
  const { deviceId } = await network.addChair(outletId);
  await sql`UPDATE device SET price_group_id = ${priceGroupId} WHERE device_id = ${deviceId}`.execute(
    network.database,
  );
  return deviceId;
}

/** Whether no other element covers a corner of the element, by default the message. */
const isUncovered = (page: Page, element = page.getByRole("alert")) =>
  element.evaluate((alert) => {
    const { left, right, top, bottom } = alert.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) return false;
    return [top + 2, (top + bottom) / 2, bottom - 2].every((y) =>
      [left + 12, right - 12].every((x) => alert.contains(document.elementFromPoint(x, y))),
    );
  });

const sizes = [
  { size: "360 × 640", viewport: { width: 360, height: 640 }, textSize: "100%" },
  { size: "360 × 640 with text at 200 %", viewport: { width: 360, height: 640 }, textSize: "200%" },
  { size: "landscape", viewport: { width: 640, height: 360 }, textSize: "100%" },
  { size: "a tablet", viewport: { width: 820, height: 1180 }, textSize: "100%" },
];
const withPrices = (counts: readonly number[]) =>
  sizes.flatMap((size) => counts.map((prices) => ({ ...size, prices })));

/**
 * Opens the page of a chair and starts a massage whose response is lost. The page must show that the result is unknown.
 * Until `reconnect` is called, the server cannot be reached.
 */
async function startWithoutAnswer({
  viewport,
  textSize,
  prices,
}: Omit<ReturnType<typeof withPrices>[number], "size">) {
  const deviceId = await chairWithPrices(prices);
  const { page, close } = await openPhone(browser, { origin: server.url });
  await page.setViewportSize(viewport);
  await visit(page, chairAddress(deviceId));
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, textSize);
  const releaseConnection = await delayRequests(page, "**/health/live");
  await page.route("**/data-centre/activate", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Pay ₱50.00" }).click();
  await page.getByRole("alert").getByText("The start could not be confirmed").waitFor();
  const reconnect = async () => {
    releaseConnection();
    await page.getByText("Simulated payment").waitFor();
  };
  return { page, close, reconnect };
}

it.each(withPrices([1, 3, 12]))(
  "[START-3] [ERR-1] the message about an unconfirmed start is visible without scrolling, also when the connection returns: $size, $prices prices",
  async (phone) => {
    const { page, close, reconnect } = await startWithoutAnswer(phone);
    await expect.poll(() => isUncovered(page)).toBe(true);
    // The bar becomes lower, and the foot shows a longer note.
    await reconnect();
    await expect.poll(() => isUncovered(page)).toBe(true);
    await close();
  },
);

/** Makes the first child of the page's content higher. */
const growContent = (page: Page) =>
  page
    .locator("main > *")
    .first()
    .evaluate((element) => {
      element.style.paddingTop = "150px";
    });

const scrollPosition = (page: Page) => page.evaluate(() => window.scrollY);

/** Waits until the page has corrected its scroll position after a change of the layout. */
const twoFrames = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });

it("[START-3] [NET-3] a lost connection is reported once, and no message moves the chair's number out of view", async () => {
  const deviceId = await chairWithPrices(3);
  const { page, close } = await openPhone(browser, { origin: server.url });
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, chairAddress(deviceId));
  let isCut = false;
  await page.route("**/api/**", (route) => {
    isCut ||= route.request().url().includes("activate");
    return isCut ? route.abort() : route.continue();
  });
  // `click` would scroll the page.
  await page.getByRole("button", { name: "Pay ₱50.00" }).dispatchEvent("click");
  await page.getByRole("alert").getByText("The start could not be confirmed").waitFor();
  await page.getByText("No connection. Retrying automatically.").waitFor();
  expect(await page.getByText(/connection/i).count()).toBe(1);
  await twoFrames(page);
  expect(await scrollPosition(page)).toBe(0);
  await close();
});

const smallPhone = { viewport: { width: 360, height: 640 }, textSize: "100%", prices: 3 };

it("[ERR-1] a visible message about a failed action stays visible when the content above it, the foot, or the window changes its height", async () => {
  const { page, close } = await startWithoutAnswer(smallPhone);
  await expect.poll(() => isUncovered(page)).toBe(true);
  // As in Safari, the browser itself does not correct the scroll position.
  await page.evaluate(() => document.documentElement.style.setProperty("overflow-anchor", "none"));
  await growContent(page);
  await expect.poll(() => isUncovered(page)).toBe(true);
  await page.locator("footer").evaluate((foot) => {
    foot.style.paddingTop = "60px";
  });
  await expect.poll(() => isUncovered(page)).toBe(true);
  await page.setViewportSize({ width: 360, height: 600 });
  await expect.poll(() => isUncovered(page)).toBe(true);
  await close();
});

/** What must not scroll a page that shows a message about a failed action. */
const movements: [string, (phone: Awaited<ReturnType<typeof startWithoutAnswer>>) => Promise<void>][] = [
  [
    "after the user has scrolled it out of view",
    async ({ page, reconnect }) => {
      await page.mouse.wheel(0, 2_000);
      await expect.poll(() => isUncovered(page)).toBe(false);
      await twoFrames(page);
      const scrolled = await scrollPosition(page);
      await growContent(page);
      await reconnect();
      await twoFrames(page);
      expect(await isUncovered(page)).toBe(false);
      expect(await scrollPosition(page)).toBeGreaterThanOrEqual(scrolled - 150);

      await page.mouse.wheel(0, -4_000);
      await expect.poll(() => isUncovered(page)).toBe(true);
      await page.setViewportSize({ width: 360, height: 500 });
      await expect.poll(() => isUncovered(page)).toBe(true);
    },
  ],
  [
    "while the user scrolls in the frame of a change of the layout",
    async ({ page }) => {
      await page.evaluate(() => {
        const main = document.querySelector("main");
        if (main === null) throw new Error("The page has no content");
        let calls = 0;
        // The second callback follows the change of the height, after the page's own observers.
        new ResizeObserver(() => {
          calls += 1;
          if (calls === 1) main.style.setProperty("padding-top", "150px");
          else if (calls === 2) {
            window.scrollTo(0, 0);
            document.body.dispatchEvent(new WheelEvent("wheel", { bubbles: true }));
          }
        }).observe(main, { box: "border-box" });
      });
      await expect.poll(() => scrollPosition(page)).toBe(0);
      await twoFrames(page);
      expect(await scrollPosition(page)).toBe(0);
    },
  ],
  [
    "while another page covers it",
    async ({ page }) => {
      const before = await page.evaluate(() => {
        const alert = document.querySelector('[role="alert"]');
        const hidden = [...document.querySelectorAll<HTMLElement>("main > *")].find((part) =>
          part.contains(alert),
        );
        const space = document.createElement("div");
        space.style.height = "3000px";
        hidden?.after(space);
        hidden?.style.setProperty("display", "none");
        return window.scrollY;
      });
      expect(before).toBeGreaterThan(100);
      await twoFrames(page);
      expect(await scrollPosition(page)).toBe(before);
    },
  ],
  [
    "when a soft keyboard makes the window smaller",
    async ({ page }) => {
      await page.evaluate(() => {
        const field = document.createElement("input");
        field.style.cssText = "position: fixed; top: 100px; left: 0; width: 50px";
        document.querySelector("main")?.append(field);
        field.focus({ preventScroll: true });
      });
      await twoFrames(page);
      const before = await scrollPosition(page);
      await page.setViewportSize({ width: 360, height: 330 });
      await expect.poll(() => page.evaluate(() => window.innerHeight)).toBe(330);
      await twoFrames(page);
      expect(await scrollPosition(page)).toBe(before);
    },
  ],
];

it.each(movements)(
  "[ERR-1] a visible message about a failed action does not scroll the page %s",
  async (_, move) => {
    const phone = await startWithoutAnswer({ ...smallPhone, prices: 12 });
    await expect.poll(() => isUncovered(phone.page)).toBe(true);
    await twoFrames(phone.page);
    await move(phone);
    await phone.close();
  },
);
