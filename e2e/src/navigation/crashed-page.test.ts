import { getOrder } from "@reposo/contract/orders/orders.ts";
import { expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");

it("[NAV-4] shows the previous page after Back from a page that failed to render", async () => {
  const network = await openNetwork(server);
  const browser = await openBrowser();
  const outletId = await network.addOutlet();
  const deviceId = await network.addDevice(outletId);
  await addPastOrders(network.database, { outletId, deviceIds: [deviceId], count: 2 });
  const session = await signIn(server, await network.addManager([outletId]));
  const { page, close } = await openPhone(browser, { origin: server.url, session });
  // A page with an invalid time cannot be rendered.
  await page.route(`**${getOrder.path}*`, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { data: object };
    const json = { ...reply, data: { ...reply.data, orderTime: "" } };
    await route.fulfill({ response, json });
  });
  await visit(page, "/pages/order/order");
  const rows = page.locator("#app main li");
  await rows.nth(1).click();
  const crashed = page.getByRole("heading", { name: "Something went wrong" });
  await crashed.last().waitFor();
  await page.goBack();
  await rows.nth(1).waitFor();
  expect(await crashed.count()).toBe(0);
  await close();
  await browser.close();
  await network.close();
});
