import { languages } from "@reposo/contract/languages.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { accessibilityFaults, layoutFaults } from "#browser/accessibility.ts";
import { openBrowser } from "#browser/phone.ts";
import { openTourist, prepareTour, type Tour } from "#browser/screen-tour.ts";

const server = inject("server");
let tour: Tour;
let browser: Browser;

beforeAll(async () => {
  tour = await prepareTour(server);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await tour.close();
});

it("[I18N-1] [NAV-4] [NAV-6] shows every screen without a fault that axe knows, wide as a small phone, languages and themes in turn", {
  timeout: 180_000,
}, async () => {
  const faults: string[] = [];
  // One tourist a kind of visitor, language and theme: `npm run screens` goes through all of them.
  for (const [group, who] of (["nobody", "customer", "manager", "viewer"] as const).entries()) {
    const stops = tour.stops.filter((stop) => stop.who === who);
    for (const turn of [0, 1]) {
      const language = languages[(group + turn * 2) % languages.length] ?? "en_US";
      const tourist = await openTourist(browser, {
        server,
        tour,
        who,
        language,
        dark: (group + turn) % 2 === 1,
      });
      for (const stop of stops.filter((_, index) => index % 2 === turn)) {
        await stop.go(tourist.page);
        const found = [...(await accessibilityFaults(tourist.page)), ...(await layoutFaults(tourist.page))];
        faults.push(...found.map((fault) => `${stop.name} in ${language}: ${fault}`));
      }
      await tourist.close();
    }
  }
  expect(faults).toEqual([]);
});
