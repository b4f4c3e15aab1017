import { expect, inject, it } from "vitest";
import { openBrowser } from "#browser/phone.ts";
import { openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");

it("[DET-1] shows every column header to a mouse, which cannot scroll them", async () => {
  const network = await openNetwork(server);
  const browser = await openBrowser();
  const outletId = await network.addOutlet({ name: "Glorietta" });
  await network.addDevice(outletId);
  const { token } = await signIn(server, await network.addManager([outletId]));
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await context.addInitScript((given) => {
    localStorage.setItem("reposo.token", given);
    localStorage.setItem("reposo.kind", "manager");
  }, token);
  const page = await context.newPage();
  await page.goto("/pages/details/details");
  const headers = page.getByRole("table").first().getByRole("columnheader");
  await headers.first().waitFor();
  const row = headers.first().locator("..");
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await row.evaluate((heads) => heads.scrollWidth - heads.clientWidth)).toBe(0);
  }
  await browser.close();
  await network.close();
});
