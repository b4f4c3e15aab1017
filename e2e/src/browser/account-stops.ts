import type { Page } from "playwright-core";
import type { TourStop } from "./screen-tour.ts";

/** The account page, and its sheet with every problem that it can name before anything is sent. */
export const accountStops = (
  to: (address: string, selector: string) => (page: Page) => Promise<void>,
): TourStop[] => [
  { name: "account", who: "manager", go: to("/pages/user/user", "main fieldset") },
  {
    name: "account-password",
    who: "manager",
    go: async (page) => {
      await to("/pages/user/user", "main fieldset")(page);
      await page.locator("main li button").nth(-2).click();
      await page.locator("dialog [type=submit]").click();
      await page.locator("dialog [role=alert]").first().waitFor();
    },
  },
];
