import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, decidePayment, stopEarly, visit } from "#browser/steps.ts";
import { openNetwork } from "#stage/network.ts";

const server = inject("server");

/** Returns where the chair, the part below it, and the buttons are. */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    const top = (selector: string) =>
      Math.round(document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN);
    return {
      chair: top("[class*=countdown-place]"),
      ring: top("[class*=countdown-place] + *"),
      below: top("[class*=countdown-place] + * + *"),
      buttons: top("footer"),
    };
  });

it("[CNT-1] keeps the chair, the ring, and the buttons in place from the payment to the end", async () => {
  const network = await openNetwork(server);
  const browser = await openBrowser();
  const chair = await network.addChair(await network.addOutlet());
  const { page, close } = await openPhone(browser, { origin: server.url });
  await page.setViewportSize({ width: 360, height: 640 });
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("button", { name: "Pay ₱5.00" }).click();
  await decidePayment(page, "leave");
  await page.getByRole("heading", { name: "Payment" }).waitFor();
  const unpaid = await layoutOf(page);
  await page.getByRole("button", { name: "Pay ₱5.00" }).click();
  await decidePayment(page, "pay");
  await page.getByRole("timer").waitFor();
  expect(await layoutOf(page)).toEqual(unpaid);
  await stopEarly(page);
  await page.getByText("Thank you").waitFor();
  const { chair: place, ring, buttons } = await layoutOf(page);
  expect({ place, ring, buttons }).toEqual({
    place: unpaid.chair,
    ring: unpaid.ring,
    buttons: unpaid.buttons,
  });
  await close();
  await browser.close();
  await network.close();
});
