import { mkdir } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { languages } from "@reposo/contract/text/languages.ts";
import type { Page } from "playwright-core";
import { accessibilityFaults, layoutFaults } from "#browser/accessibility.ts";
import { openBrowser } from "#browser/phone.ts";
import { openVisitor, prepareScreenStates } from "./browser/screen-states.ts";
import { textFaults } from "#browser/text-faults.ts";
import { batchesOf, type ScreenState } from "./browser/screen-state.ts";
import { startServerUnderTest } from "#stage/server-under-test.ts";

const help = `npm run screens [-- FOLDER]
Takes screenshots of every screen in four languages on a small phone, in two themes and with the text size doubled, and
prints the findings of axe and of the layout checks. This takes minutes; npm run test:system checks every screen once, and once
with large text. FOLDER is data/screens by default.`;

const { values, positionals } = parseArgs({ options: { help: { type: "boolean" } }, allowPositionals: true });
if (values.help) {
  console.log(help);
  process.exit();
}
const folder = path.resolve(positionals[0] ?? path.join("data", "screens"));
await mkdir(folder, { recursive: true });
const server = await startServerUnderTest();
const browser = await openBrowser();
const screens = await prepareScreenStates(server);
let faults = 0;
const appearances = ["light", "dark", "large"] as const;
try {
  for (const role of new Set(screens.states.map((state) => state.role))) {
    for (const language of languages)
      for (const appearance of appearances) await visit(role, language, appearance);
  }
} finally {
  await screens.close();
  await browser.close();
  await server.stop();
}
console.log(`${faults} faults; the pictures are in ${folder}`);
process.exitCode = faults === 0 ? 0 : 1;

async function visit(
  role: ScreenState["role"],
  language: (typeof languages)[number],
  appearance: (typeof appearances)[number],
): Promise<void> {
  const largeText = appearance === "large";
  for (const states of batchesOf(screens.states, role)) {
    const phone = await openVisitor(browser, {
      server,
      screens,
      role,
      language,
      dark: appearance === "dark",
      largeText,
    });
    for (const state of states) {
      const name = `${state.name}.${language}.${appearance}`;
      await state.open(phone.page);
      const found = [
        ...(await accessibilityFaults(phone.page)),
        ...(await layoutFaults(phone.page)),
        ...(largeText ? await textFaults(phone.page) : []),
      ];
      await photograph(phone.page, path.join(folder, `${name}.png`));
      faults += found.length;
      for (const fault of found) console.log(`${name}: ${fault}`);
    }
    await phone.close();
  }
}

/** Takes a screenshot with a viewport as high as the page, so that a bar at the lower edge does not cover its middle. */
async function photograph(page: Page, file: string): Promise<void> {
  // With an open sheet, the viewport keeps its size: the sheet scrolls by itself, and the page under it may be very
  // long.
  if ((await page.locator("dialog[open]").count()) > 0) return void (await page.screenshot({ path: file }));
  const { width, height } = page.viewportSize() ?? { width: 360, height: 740 };
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, pageHeight) });
  await page.screenshot({ path: file });
  await page.setViewportSize({ width, height });
}
