import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";

/** The minified build, which is injected into every checked document over the debugger's connection. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations that axe finds, one line each. The debugger runs axe, so that the page's security policy remains enabled. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const phone = page.viewportSize();
  if (phone === null) return runAxe(page);
  const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
  let faults: string[];
  let height = phone.height;
  let measured: number = await pageHeight();
  do {
    // The viewport is as high as the page, because what a bar covers at one scroll position is reachable at another.
    // If the page has become higher meanwhile, it is checked again.
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
      // Describing passed rules takes most of the time and is not used.
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary = "" }) =>
          `${id} ${target.join(" ")}: ${failureSummary.replace(/\s+/g, " ")}`,
      ),
    );
  });

/** Finds pages that are wider than the phone, and controls that are too small to tap. */
export const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const small = [...document.querySelectorAll("button, a[href], select, input:not([type=radio]), summary")]
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(
        ({ element, box }) =>
          box.width > 0 && !element.hasAttribute("hidden") && Math.min(box.width, box.height) < 43.5,
      )
      .map(({ element, box }) => {
        const what = `${element.tagName.toLowerCase()} ${element.textContent.trim().slice(0, 30)}`;
        return `${what} is ${Math.round(box.width)} by ${Math.round(box.height)} px`;
      });
    return [...(wide > 0 ? [`${wide} px wider than the screen`] : []), ...small];
  });
