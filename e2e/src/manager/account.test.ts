import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { openHomeAs, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
let network: Network;
let browser: Browser;

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

it("[LOGIN-5] [LOGIN-6] requests a new password after a login with an initial one, refuses a guessable one, and logs in with the changed one", async () => {
  const manager = await network.addManager([await network.addOutlet()], { isInitial: true });
  const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url });
  const fillLogin = async () => {
    await page.getByLabel("Account").fill(manager.account);
    await page.getByLabel("Password", { exact: true }).fill(manager.password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await visit(page, "/");
  await fillLogin();
  const notice = page.getByText("You are using an initial password. Change it before it expires on");
  await notice.waitFor();
  expect(new URL(page.url()).pathname).toBe("/pages/user/user");
  const token = await storedValue(page, "token");
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = page.getByRole("dialog", { name: "Change password" });
  const choose = async (current: string, next: string) => {
    await sheet.getByLabel("Current password", { exact: true }).fill(current);
    await sheet.getByLabel("New password", { exact: true }).fill(next);
    await sheet.getByLabel("Repeat new password", { exact: true }).fill(next);
    await sheet.getByRole("button", { name: "Change password" }).click();
  };
  await choose("not-the-password", "seven-quiet-otters");
  await sheet.getByText("The current password is wrong").waitFor();
  await choose(manager.password, "password123");
  await sheet.getByText("This password is too easy to guess, please choose another one").waitFor();
  await choose(manager.password, "seven-quiet-otters");
  await page.getByText("Password changed").waitFor();
  await notice.waitFor({ state: "detached" });

  // The session that changed the password continues, and the next login needs the new password.
  await page.reload();
  await page.getByText(manager.name).waitFor();
  expect(await storedValue(page, "token")).toBe(token);
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await fillLogin();
  await page.getByText("User name does not exist or password is wrong").waitFor();
  await openHomeAs(page, { ...manager, password: "seven-quiet-otters" });
  expect(consoleProblems).toEqual([]);
  await close();
});
