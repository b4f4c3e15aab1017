import { expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { chairAddress, decidePayment, startWithCoupon, visit } from "#browser/steps.ts";
import { openNetwork } from "#stage/network.ts";

const server = inject("server");

it("[START-5] reports the refund of added minutes when the chair has lost power before confirming them", async () => {
  const network = await openNetwork(server);
  const browser = await openBrowser();
  const chair = await network.addChair(await network.addOutlet());
  const { page } = await openPhone(browser, { origin: server.url });
  await visit(page, chairAddress(chair.deviceId));
  await page.getByRole("radio", { name: /10 min/ }).check();
  await startWithCoupon(page, await network.addCoupon());
  await page.getByRole("timer").waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Add minutes");
  await page.getByRole("radio", { name: /10 min/ }).waitFor();
  await press("Pay ₱50.00");
  await page.getByRole("heading", { name: "Simulated payment" }).waitFor();
  chair.setFaults({ powerCutAt: "beforeStore", powerOffMs: Number.POSITIVE_INFINITY });
  await decidePayment(page, "pay");
  await page.getByText(/Your ₱50\.00 has been refunded\./).waitFor();
  expect(await page.getByText("10 min added").count()).toBe(0);
  await browser.close();
  await network.close();
});
