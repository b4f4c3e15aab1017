import type { Permission } from "@reposo/contract/endpoint.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { logIn, visit } from "#browser/steps.ts";
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

const refused = "You don't have access to this page";
const none = "Your account has no permissions yet";

/** Permissions of an account, and the page to which login, `/`, and the home link lead, with a text of that page. */
const accounts: [Permission[], string, string][] = [
  [["home"], "/pages/home/home", "Income today"],
  [["home", "details"], "/pages/home/home", "Income today"],
  [["details"], "/pages/details/details", "SM Megamall"],
  [["details", "user"], "/pages/details/details", "SM Megamall"],
  [["user"], "/pages/user/user", "Maria Santos"],
  [[], "/pages/home/home", none],
];

it.each(accounts)(
  "[NAV-5] [USER-1] [SES-4] an account with the permissions %j starts at %s, and can change its language and log out",
  async (permissions, path, content) => {
    const manager = await network.addManager([outletId], { permissions });
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
    await visit(page, "/");
    await logIn(page, manager);
    const waitForPath = () => page.waitForURL((url) => url.pathname === path);
    await waitForPath();
    await page.getByText(content).first().waitFor();
    for (const address of ["/", "/pages/login/login?next=%2Fpages%2Fhome%2Fhome"]) {
      await page.goto(address);
      await waitForPath();
      await page.getByText(content).first().waitFor();
      expect(await page.getByText(refused).count()).toBe(0);
    }
    if (!permissions.includes("home")) {
      // A page opened by its address shows a refusal, because the server refuses the figures too.
      await visit(page, "/pages/home/home");
      await page.getByText(permissions.length === 0 ? none : refused).waitFor();
      await page.goto("/");
      await waitForPath();
    }

    const accountTab = page.getByRole("link", { name: "My account" });
    if (permissions.includes("user")) await accountTab.click();
    await page.getByRole("combobox", { name: "Language" }).selectOption("id_ID");
    await page.getByRole("button", { name: "Keluar" }).waitFor();
    expect(await storedValue(page, "locale")).toBe("id_ID");
    await page.getByRole("button", { name: "Keluar" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Keluar" }).click();
    await page.waitForURL((url) => url.pathname === "/pages/login/login");
    expect(await storedValue(page, "token")).toBeNull();
    expect(consoleProblems).toEqual([]);
    await close();
  },
);
