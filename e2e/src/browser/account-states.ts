import type { Page } from "playwright-core";
import type { ScreenState } from "./screen-state.ts";

/** Returns the states of the account page, and of its password sheet with every validation error. */
export const accountStates = (
  to: (address: string, selector: string) => (page: Page) => Promise<void>,
): ScreenState[] => [
  { name: "account", role: "manager", open: to("/pages/user/user", "main fieldset") },
  {
    name: "notifications",
    role: "manager",
    open: async (page) => {
      await to("/pages/notifications/notifications", "main form [type=submit]")(page);
      await page.locator("main form [type=checkbox]").first().check();
      await page.locator("main form [name=quietTo]").fill("22:00");
      await page.locator("main form [type=submit]").click();
      await page.locator("main form [role=alert]").first().waitFor();
    },
  },
  {
    name: "account-password",
    role: "manager",
    open: async (page) => {
      await to("/pages/user/user", "main fieldset")(page);
      await page.locator("main li > button").nth(-2).click();
      await page.locator("dialog [type=submit]").click();
      await page.locator("dialog [role=alert]").first().waitFor();
    },
  },
];
