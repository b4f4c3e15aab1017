import { languages } from "@reposo/contract/languages.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { accessibilityFaults, layoutFaults } from "#browser/accessibility.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { openTourist, prepareTour, type Tour } from "#browser/screen-tour.ts";
import { textFaults } from "#browser/text-faults.ts";
import { roundsOf } from "#browser/tour-rounds.ts";

const server = inject("server");
let tour: Tour;
let browser: Browser;
const visitors = ["nobody", "customer", "manager", "viewer"] as const;

beforeAll(async () => {
  tour = await prepareTour(server);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await tour.close();
});

it("[I18N-1] [NAV-4] [NAV-6] shows every screen without a fault that axe knows, wide as a small phone, languages and themes in turn", {
  timeout: 600_000,
}, async () => {
  const faults: string[] = [];
  // One tourist a kind of visitor, language and theme: `npm run screens` goes through all of them.
  for (const [group, who] of visitors.entries()) {
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

it("[NAV-4] [NAV-6] shows every screen with letters twice as large: nothing cut off, across another or out of reach", {
  timeout: 600_000,
}, async () => {
  const faults: string[] = [];
  // In the language with the longest words: `npm run screens` goes through all of them.
  const look = { language: "id_ID", dark: false, largeText: true } as const;
  for (const who of visitors) {
    for (const stops of roundsOf(tour.stops, who)) {
      const tourist = await openTourist(browser, { server, tour, who, ...look });
      for (const stop of stops) {
        await stop.go(tourist.page);
        const found = [...(await layoutFaults(tourist.page)), ...(await textFaults(tourist.page))];
        faults.push(...found.map((fault) => `${stop.name}: ${fault}`));
      }
      await tourist.close();
    }
  }
  expect(faults).toEqual([]);
});

it("[NAV-6] [DET-1] shows the presets of the details in even rows, whatever the size of the letters", async () => {
  for (const [largeText, rows] of [
    [false, [3, 3]],
    [true, [2, 2, 2]],
  ] as const) {
    const tourist = await openTourist(browser, {
      server,
      tour,
      who: "manager",
      language: "id_ID",
      dark: false,
      largeText,
    });
    await tour.stops.find(({ name }) => name === "details")?.go(tourist.page);
    const tops = await tourist.page
      .locator("main fieldset")
      .first()
      .locator("label")
      .evaluateAll((labels) => labels.map((label) => Math.round(label.getBoundingClientRect().top)));
    expect([...new Set(tops)].map((top) => tops.filter((other) => other === top).length)).toEqual(rows);
    await tourist.close();
  }
});

it("[NAV-6] sees what large letters break, and nothing where all is well", async () => {
  const { page, close } = await openPhone(browser, { origin: server.url, largeText: true });
  const faultsOf = async (html: string) => {
    await page.goto("about:blank");
    const style = "* { margin: 0; font-size: 1rem } html { font-size: 200% }";
    const head = `<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>`;
    await page.setContent(`${head}${html}`);
    return (await textFaults(page)).join("; ");
  };
  expect(await faultsOf(`<p>All is well</p><button>One</button> <button>Two</button>`)).toBe("");
  expect(await faultsOf(`<p style="width: 3em; overflow: hidden">Incomprehensibly</p>`)).toMatch(
    /is cut off/,
  );
  expect(await faultsOf(`<p style="height: 1em; overflow: hidden">Two<br>lines</p>`)).toMatch(/is cut off/);
  expect(await faultsOf(`<p style="white-space: nowrap">Wider than any phone that is</p>`)).toMatch(
    /cut off/,
  );
  expect(await faultsOf(`<p style="height: 1em">Two<br>lines</p><p>and more</p>`)).toMatch(/lie across/);
  expect(await faultsOf(`<button>One</button><button style="margin-left: -1em">Two</button>`)).toMatch(
    /button "One" and button "Two" lie across/,
  );
  const bar = `<div style="position: fixed; bottom: 0; width: 100%; height: 5rem; background: white">Bar</div>`;
  expect(await faultsOf(`<p style="height: 900px"></p><button>Below</button>${bar}`)).toMatch(
    /can't be reached/,
  );
  const room = `<p style="height: 6rem"></p>`;
  expect(await faultsOf(`<p style="height: 900px"></p><button>Above</button>${room}${bar}`)).toBe("");
  await close();
});
