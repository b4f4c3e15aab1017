import type { VirtualChair } from "@reposo/chair/chair-interface.ts";
import type { Page } from "playwright-core";
import { delayPaymentPage } from "#stage/delayed-payment.ts";
import type { Network } from "#stage/network.ts";
import type { ScreenState } from "./screen-state.ts";
import { decidePayment, footButtons, visit } from "./steps.ts";

interface Stage {
  readonly network: Pick<Network, "database" | "owner">;
  /** Opens a state with a running massage of the page's browser on a separate chair. */
  readonly withRunning: (
    open: (page: Page, chair: VirtualChair) => Promise<unknown>,
  ) => (page: Page) => Promise<unknown>;
}

/**
 * Returns the states of the sheet for more minutes, and the results of extensions. Steps do not depend on the language.
 */
export function extensionStates({ network, withRunning }: Stage): ScreenState[] {
  const openSheet = async (page: Page) => {
    await page.locator(footButtons).nth(1).waitFor();
    await page.locator(footButtons).first().click();
    await page.locator("dialog [type=radio]").first().waitFor({ state: "attached" });
  };
  const order = async (page: Page, decision: "pay" | "leave") => {
    await openSheet(page);
    await page.locator("dialog .stack-3 button").first().click();
    await decidePayment(page, decision);
    await page.locator("[class*=banner]").first().waitFor();
  };
  const extended = async (page: Page) => {
    await order(page, "pay");
    await page.waitForFunction(() =>
      document.querySelector("[class*=times]")?.textContent?.endsWith("02:00"),
    );
  };
  const state = (name: string, open: (page: Page, chair: VirtualChair) => Promise<unknown>): ScreenState => ({
    name,
    role: "customer",
    open: withRunning(open),
  });

  return [
    state("add-minutes", openSheet),
    state("add-minutes-coupon", async (page) => {
      await openSheet(page);
      await page.locator("dialog .stack-3 button").nth(1).click();
      await page.locator("dialog form input").first().waitFor({ state: "attached" });
    }),
    state("minutes-unpaid", (page) => order(page, "leave")),
    state("minutes-delayed", async (page) => {
      await order(page, "leave");
      await delayPaymentPage(network, new URL(page.url()).searchParams.get("orderId") ?? "", 600);
      await page.reload();
      await page.locator("[class*=banner][class*=warn]").waitFor();
    }),
    state("minutes-added", extended),
    state("minutes-refused", async (page, chair) => {
      chair.setFaults({ refuse: "motorHot" });
      await order(page, "pay");
      await page.locator("[class*=banner][class*=warn]").waitFor();
    }),
    state("thanks-extended", async (page, chair) => {
      await extended(page);
      chair.pressStop();
      await page.locator("[class*=countdown-ending]").waitFor();
      await page.locator("[class*=banner]").first().waitFor();
    }),
    state("receipt-extended", async (page, chair) => {
      await extended(page);
      chair.pressStop();
      await page.locator("a[href*='view=receipt']").click();
      await page.locator("article").waitFor();
    }),
    { name: "add-minutes-of-manager", role: "manager", open: withRunning(openSheet) },
    {
      name: "order-extended",
      role: "manager",
      open: withRunning(async (page) => {
        await openSheet(page);
        await page.locator("dialog .stack-3 button").first().click();
        await page.locator("[class*=banner]").first().waitFor();
        const orderId = new URL(page.url()).searchParams.get("orderId") ?? "";
        await visit(page, `/pages/order/order?orderId=${orderId}`);
        await page.locator(`main a[href*="orderId="]`).first().waitFor();
      }),
    },
  ];
}
