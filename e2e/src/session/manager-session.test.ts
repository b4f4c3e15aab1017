import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { logIn, openHomeAs, visit } from "#browser/steps.ts";
import { watchToasts } from "#browser/toasts.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let outletId: string;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletId = await network.addOutlet();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

const openOurPhone = () => openPhone(browser, { origin: server.url });

const loginPath = "/pages/login/login";
const atLogin = (url: URL) => url.pathname === loginPath;

it("[LOGIN-4] [SES-3] ends the first session within 5 s of a second login by its live stream, without a call, shows the reason once, and leaves the page after a second", async () => {
  const manager = await network.addManager([outletId]);
  const first = await openOurPhone();
  await openHomeAs(first.page, manager);
  await first.page.getByText("Live", { exact: true }).waitFor();
  const toasts = await watchToasts(first.page);

  // Measure inside the page, because polling from the test is late on a busy machine.
  const shownFor = first.page.evaluate(
    (login) =>
      new Promise<number>((resolve) => {
        let shownAt = Number.POSITIVE_INFINITY;
        new MutationObserver(() => {
          if (
            shownAt === Number.POSITIVE_INFINITY &&
            document.body.textContent.includes("logged in elsewhere")
          )
            shownAt = performance.now();
        }).observe(document.body, { childList: true, subtree: true });
        setInterval(() => {
          if (location.pathname === login) resolve(performance.now() - shownAt);
        }, 10);
      }),
    loginPath,
  );
  const left = first.page.waitForURL(atLogin);
  const second = await openOurPhone();
  await visit(second.page, "/");
  await logIn(second.page, manager);
  const loggedInAt = performance.now();
  await left;
  expect(performance.now() - loggedInAt).toBeLessThan(5_000);
  await second.page.getByText("Income today").first().waitFor();
  expect(await shownFor).toBeGreaterThan(900);
  expect(await storedValue(first.page, "token")).toBeNull();
  expect(await toasts()).toEqual(["Your account is logged in elsewhere, mind account security"]);

  // The second session continues, and Back does not restore the figures in the first browser.
  await second.page.getByRole("button", { name: "Refresh" }).click();
  await second.page.getByText("Live", { exact: true }).waitFor();
  await first.page.goBack().catch(() => null);
  expect(await first.page.getByText("Income today").count()).toBe(0);
  expect([...first.consoleProblems, ...second.consoleProblems]).toEqual([]);
  await first.close();
  await second.close();
});

it("[NAV-2] requires a login, then opens the requested page and leaves no login page in the history", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openOurPhone();
  await visit(page, "/pages/err/err");
  await visit(page, "/pages/deviceList/deviceList?use=idle");
  await page.getByText("Please log in first").waitFor();
  await page.waitForURL(atLogin);
  await page.goBack();
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor({ state: "attached" });
  await page.goForward();
  await page.waitForURL(atLogin);

  await logIn(page, manager);
  await page.getByText("Devices: 0").waitFor();
  expect(page.url()).toBe(`${server.url}/pages/deviceList/deviceList?use=idle`);
  expect(consoleProblems).toEqual([]);
  await close();
});
