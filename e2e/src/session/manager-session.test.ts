import { productVersion } from "@reposo/contract/product-version.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { logIn, openHome, openHomeAs, visit, withoutContent } from "#browser/steps.ts";
import { watchToasts } from "#browser/toasts.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

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

/** Opens home in a browser in which the manager has already logged in. */
async function openHomeIn(manager: ManagerAccount) {
  const session = await signIn(server, manager);
  const phone = await openPhone(browser, { origin: server.url, session });
  await openHome(phone.page);
  return { ...phone, token: session.token };
}

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
  const left = first.page.waitForURL(atLogin, { timeout: 30_000 });
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

it("[SES-1] [SES-2] keeps the token after a reload and loads dictionary, then user, then figures", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openHomeIn(manager);
  expect(await storedValue(page, "kind")).toBe("manager");
  await withoutContent(page);
  const requested: string[] = [];
  page.on("request", (request) => {
    // The document before the reload may still send requests.
    if (request.isNavigationRequest()) requested.length = 0;
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) requested.push(pathname.split("/").slice(-1)[0] ?? "");
  });
  await page.reload();
  // "Live" is shown only with current figures, not with those of the last visit.
  await page.getByText("Live", { exact: true }).waitFor();
  const sequence = ["cache-value", "info"];
  expect(requested.filter((call) => sequence.includes(call))).toEqual(sequence);
  await expect.poll(() => requested).toContain("appStatistics");
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[SES-4] [USER-1] removes the session from the phone and the server at a logout", async () => {
  const manager = await network.addManager([outletId]);
  const { page, token, consoleProblems, close } = await openHomeIn(manager);
  await page.getByRole("link", { name: "My account" }).click();
  await page.getByText(manager.name).waitFor();
  await page.getByText("+63 917 555 0100").waitFor();
  await page.getByText(`Version ${productVersion}`).waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL(atLogin);
  expect([await storedValue(page, "token"), await storedValue(page, "kind")]).toEqual([null, null]);
  const answer = await fetch(`${server.url}/api/web/api/v1/login/info`, {
    headers: { "Access-Token": token },
  });
  expect(await answer.json()).toMatchObject({ code: 401 });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[NAV-2] requires a login, then opens the requested page and leaves no login page in the history", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openOurPhone();
  await visit(page, "/pages/err/err");
  await visit(page, "/pages/deviceList/deviceList?use=idle");
  await page.getByText("Please log in first").waitFor();
  await page.waitForURL(atLogin);
  await page.goBack();
  await page.getByText("Something went wrong").waitFor();
  await page.goForward();
  await page.waitForURL(atLogin);

  await logIn(page, manager);
  await page.getByText("Devices: 0").waitFor();
  expect(page.url()).toBe(`${server.url}/pages/deviceList/deviceList?use=idle`);
  expect(consoleProblems).toEqual([]);
  await close();
});
