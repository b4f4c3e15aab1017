import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

/** A browser opens six HTTP/1.1 connections to an origin; one remains for the page's calls. */
const maxPreloaded = 5;

it.each([
  "/",
  "/pages/home/home",
  "/pages/order/order",
  "/pages/deviceList/deviceList",
  "/pages/details/details",
  "/pages/dataChart/dataChart",
  "/pages/feedback/feedback",
  "/pages/location/choose",
  "/pages/location/open",
  "/pages/index/index?deviceId=MC100001",
  "/pages/quickStart/quickStart",
  "/pages/deviceOrder/order?orderId=0199f0a0-0000-7000-8000-000000000000",
  "/pages/orderFeedback/orderFeedback?orderId=0199f0a0-0000-7000-8000-000000000000",
  "/pages/result/result",
  "/pages/err/err",
  "/no/such/page",
])(
  "[PERF-2] the document preloads at most five files, and every file that its first view imports: %s",
  async (address) => {
    const { body } = await world.http.inject(address);
    // A script element loads the entry; links preload the other files.
    const files = body.match(/<link rel="modulepreload"|<script type="module"/g) ?? [];
    expect(files.length).toBeGreaterThan(0);
    expect(files.length).toBeLessThanOrEqual(maxPreloaded);
    // The document names every file that the first view needs, so the browser discovers none of them only while running
    // scripts.
    const loaded = new Set(body.match(/\/assets\/[\w-]+\.js/g));
    for (const file of loaded) {
      const script = (await world.http.inject(file)).body;
      expect(script).not.toBe("");
      for (const [, imported] of script.matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g))
        expect([...loaded], `${file} imports ${imported}`).toContain(`/assets/${imported}`);
    }
  },
);
