import { resultMessage } from "@reposo/contract/text/dictionary.ts";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { seededRandom } from "@reposo/server/demo/history/seeded-random.ts";
import { printedSeed } from "@reposo/server/test/random-seed.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { accessibilityFaults, layoutFaults } from "#browser/accessibility.ts";
import { callsOf, callsWithout, nameOf } from "#browser/api-calls.ts";
import { openBrowser, openPhone, storedValue, withLargeText } from "#browser/phone.ts";
import { openVisitor } from "#browser/open-visitor.ts";
import { prepareScreenStates, type ScreenStates } from "#browser/screen-states.ts";
import { textFaults } from "#browser/text-faults.ts";
import { batchesOf, type ScreenState } from "#browser/screen-state.ts";

const server = inject("server");
let screens: ScreenStates;
let browser: Browser;
const visitors = ["anonymous", "customer", "manager", "viewer"] as const;

beforeAll(async () => {
  screens = await prepareScreenStates(server);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await screens.close();
});

it("[NET-1] [I18N-1] [NAV-4] [NAV-6] shows every screen on a small phone without axe violations, with large text without clipped, overlapping, or unreachable content, and sends token and time-zone offset with every call", {
  timeout: 1_200_000,
}, async () => {
  const faults = { screens: [] as string[], largeText: [] as string[], calls: new Set<string>() };
  const names = new Set<string>();

  async function visitAll(
    role: ScreenState["role"],
    states: readonly ScreenState[],
    language: Language,
  ): Promise<void> {
    // The random fifth may contain no screen of a role.
    if (states.length === 0) return;
    const phone = await openVisitor(browser, { server, screens, role, language, dark: false });
    const { page } = phone;
    const calls = callsOf(phone);
    for (const [at, state] of states.entries()) {
      await page.emulateMedia({ colorScheme: at % 2 === 1 ? "dark" : "light" });
      await state.open(page);
      const describeFault = (fault: string) => `${state.name} in ${language}: ${fault}`;
      const found = [...(await accessibilityFaults(page)), ...(await layoutFaults(page))];
      faults.screens.push(...found.map(describeFault));
      const large = await withLargeText(page, async () => [
        ...(await layoutFaults(page)),
        ...(await textFaults(page)),
      ]);
      faults.largeText.push(...large.map(describeFault));
      // A state may be one without a connection.
      await phone.context.setOffline(false);
    }
    const token = await storedValue(page, "token");
    const expected = { "timezone-offset": "480", ...(token && { "access-token": token }) };
    // Excluded, because the `lang` header of this call changes with the language of the page.
    const inLanguage = calls.filter((call) => !nameOf(call).endsWith(resultMessage.path));
    const found = [
      ...(await callsWithout(calls, expected)),
      ...(await callsWithout(inLanguage, { lang: language })),
    ];
    for (const call of calls) names.add(nameOf(call));
    for (const fault of found) faults.calls.add(fault);
    await phone.close();
  }

  // Every screen is checked in the language with the longest texts, and a random fifth also in another language.
  // `npm run screens` checks all screens in all languages, themes, and sizes.
  const random = seededRandom(`screens ${printedSeed("screens in another language")}`);
  const others = languages.filter((language) => language !== "id_ID");
  for (const role of visitors) {
    for (const states of batchesOf(screens.states, role)) await visitAll(role, states, "id_ID");
    const some = screens.states.filter(() => random.next() < 1 / 5);
    for (const states of batchesOf(some, role))
      await visitAll(
        role,
        states,
        random.pick(others, () => 1),
      );
  }
  expect({ ...faults, calls: [...faults.calls] }).toEqual({ screens: [], largeText: [], calls: [] });
  // The recorded calls include calls that need no token.
  expect([...names].sort()).toEqual(
    expect.arrayContaining([
      "GET /api/web/api/v1/dict/cache-value",
      "GET /api/web/api/v1/events",
      "GET /api/web/api/v1/login/info",
      "POST /api/web/api/v1/data-centre/device-status",
    ]),
  );
});

it("[NAV-6] detects layout defects of large text, and reports none for a correct page", async () => {
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
  expect(
    await faultsOf(`<p style="width: 3em; overflow-wrap: anywhere">A word: Incomprehensibly</p>`),
  ).toMatch(/"Incomprehensibly" is broken into \d lines/);
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
  expect(await faultsOf(`<details><summary>More</summary><button>Inside</button></details>`)).toBe("");
  const spacer = `<p style="height: 6rem"></p>`;
  expect(await faultsOf(`<p style="height: 900px"></p><button>Above</button>${spacer}${bar}`)).toBe("");
  await close();
});
