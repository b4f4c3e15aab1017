import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { languages } from "@reposo/contract/text/languages.ts";
import type { Page } from "playwright-core";
import { accessibilityFaults, layoutFaults } from "#browser/accessibility.ts";
import { launchBrowser } from "#browser/launch-browser.ts";
import { openBrowser } from "#browser/phone.ts";
import { openVisitor } from "#browser/open-visitor.ts";
import { prepareScreenStates } from "./browser/screen-states.ts";
import { textFaults } from "#browser/text-faults.ts";
import { batchesOf, type ScreenState } from "./browser/screen-state.ts";
import { startServerUnderTest } from "#stage/server-under-test.ts";

const appearances = ["light", "dark", "large"] as const;
const help = `npm run screens [-- FOLDER] [--sizes 360x740,1440x900] [--languages en_US,zh_CN] [--appearances light,dark,large]
            [--states home,charts]
Takes screenshots of every screen, by default in four languages on a small phone, in two themes and with the text size
doubled, and prints the findings of axe and of the layout checks. This takes minutes; npm run test:system checks every screen
once, and once with large text. FOLDER is data/screens by default.`;

const { values, positionals } = parseArgs({
  options: {
    help: { type: "boolean" },
    sizes: { type: "string", default: "360x740" },
    languages: { type: "string", default: languages.join() },
    appearances: { type: "string", default: appearances.join() },
    states: { type: "string" },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(help);
  process.exit();
}
const sizes = values.sizes.split(",").map((name) => {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(name) ?? [];
  if (width === undefined || height === undefined) throw new Error(`"${name}" is not a size like 360x740`);
  return { width: Number(width), height: Number(height) };
});
const chosenLanguages = chosenOf("languages", languages);
const chosenAppearances = chosenOf("appearances", appearances);
const folder = path.resolve(positionals[0] ?? path.join("data", "screens"));
await mkdir(folder, { recursive: true });
const server = await startServerUnderTest();
const browser = await openBrowser();
/** Has text at 200 % as its own setting, which media queries in em follow: a wide window has the layout of a phone. */
const largeTextBrowser = chosenAppearances.includes("large")
  ? await launchBrowser(["--blink-settings=defaultFontSize=32"])
  : null;
const screens = await prepareScreenStates(server);
const chosenStates = values.states?.split(",");
const photographed = screens.states.filter(({ name }) => chosenStates?.includes(name) !== false);
let faults = 0;
try {
  for (const role of new Set(photographed.map((state) => state.role))) {
    for (const language of chosenLanguages)
      for (const appearance of chosenAppearances)
        for (const size of sizes) await visit({ role, language, appearance, size });
  }
} finally {
  await screens.close();
  await browser.close();
  await largeTextBrowser?.close();
  await server.stop();
}
console.log(`${faults} faults; the pictures are in ${folder}`);
process.exitCode = faults === 0 ? 0 : 1;

function chosenOf<N extends string>(option: "languages" | "appearances", names: readonly N[]): readonly N[] {
  const given = values[option].split(",");
  const unknown = given.find((name) => !names.some((known) => known === name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not one of ${names.join(", ")}`);
  return names.filter((name) => given.includes(name));
}

async function visit({
  role,
  language,
  appearance,
  size,
}: {
  role: ScreenState["role"];
  language: (typeof languages)[number];
  appearance: (typeof appearances)[number];
  size: (typeof sizes)[number];
}): Promise<void> {
  const largeText = appearance === "large" ? largeTextBrowser : null;
  for (const states of batchesOf(photographed, role)) {
    const phone = await openVisitor(largeText ?? browser, {
      server,
      screens,
      role,
      language,
      dark: appearance === "dark",
      size,
    });
    for (const state of states) {
      const name = `${state.name}.${language}.${appearance}.${size.width}x${size.height}`;
      try {
        await state.open(phone.page);
      } catch (error) {
        // The other screens are photographed nevertheless.
        faults += 1;
        console.log(`${name}: ${String(error)}`);
        await phone.context.setOffline(false);
        continue;
      }
      const found = [
        ...(await accessibilityFaults(phone.page)),
        ...(await layoutFaults(phone.page)),
        ...(largeText !== null ? await textFaults(phone.page) : []),
      ];
      await photograph(phone.page, path.join(folder, `${name}.png`));
      // A state may be one without a connection.
      await phone.context.setOffline(false);
      faults += found.length;
      for (const fault of found) console.log(`${name}: ${fault}`);
    }
    await phone.close();
  }
}

/** Takes a screenshot with a viewport as high as the page, so that a bar at the lower edge does not cover its middle. */
async function photograph(page: Page, file: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 360, height: 740 };
  // With an open sheet, the viewport keeps its size: the sheet scrolls by itself, and the page under it may be very
  // long. So it does for a phone in landscape orientation, whose layout a higher viewport would not have.
  if (height < 500 || (await page.locator("dialog[open]").count()) > 0)
    return void (await page.screenshot({ path: file }));
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  await page.screenshot({ path: file });
  await page.setViewportSize({ width, height });
}
