import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** The minified build of axe, which the debugger injects into every checked document. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Returns one line for each violation that axe finds. The debugger runs axe, so that the page's
 * `Content-Security-Policy` can remain enabled.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const phone = page.viewportSize();
  if (phone === null) return runAxe(page);
  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  let faults: string[];
  let height = phone.height;
  let measured: number = await pageHeight();
  do {
    // The viewport is as high as the page, so that axe does not report content that a bar covers at one scroll position
    // only. If the page has grown during the check, the loop checks it again.
    height = Math.max(height, measured);
    await page.setViewportSize({ ...phone, height });
    faults = await runAxe(page);
    measured = await pageHeight();
  } while (measured > height);
  await page.setViewportSize(phone);
  return faults;
}

const runAxe = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // Without this option, axe spends most of its time describing passed rules.
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = "" }) =>
          `${id} ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
      ),
    );
  });

/**
 * Returns one line for each layout defect: a page wider than the window, or a control that is too small to tap, or with
 * a mouse, to click.
 */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const least = matchMedia("(pointer: fine)").matches ? 23.5 : 43.5;
    const small = [...document.querySelectorAll("button, a[href], select, input:not([type=radio]), summary")]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ element, box }) =>
          box.width > 0 && !element.hasAttribute("hidden") && Math.min(box.width, box.height) < least,
      )
      .map(({ element, box }) => {
        const what = `${element.tagName.toLowerCase()} ${element.textContent.trim().slice(0, 30)}`;
        return `${what} is ${Math.round(box.width)} by ${Math.round(box.height)} px`;
      });
    return [...(wide > 0 ? [`${wide} px wider than the screen`] : []), ...small];
  });
