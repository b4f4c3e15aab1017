import type { Permission } from "@reposo/contract/permissions.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, storedValue } from "#browser/phone.ts";
import { openHomeAs, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
const account = "/pages/user/user";
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

async function openAccount(outletNames: readonly string[]) {
  const outletIds: string[] = [];
  for (const name of outletNames) outletIds.push(await network.addOutlet({ name }));
  const manager = await network.addManager(outletIds);
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
  await visit(phone.page, account);
  await phone.page.getByText(manager.name).waitFor();
  return { ...phone, outletIds, manager };
}

it("[DAY-1] [USER-1] begins days at midnight of the phone's or the outlets' time zone, shows the choice, and stores it", async () => {
  const { page, context, consoleProblems, close } = await openAccount(["SM Megamall"]);
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => {
    const { "timezone-offset": offset, "time-zone": zone } = request.headers();
    if (request.url().includes("/api/")) sent.push(zone ?? offset);
  });
  await page.getByText("A day begins at midnight where this phone is: Asia/Manila (GMT+8).").waitFor();
  await visit(page, "/pages/home/home");
  await page.getByText("Days and hours in Asia/Manila (GMT+8), this phone's time").waitFor();
  await page.getByText("Income today").waitFor();
  await visit(page, "/pages/dataChart/dataChart");
  await page.getByText("Days and hours in Asia/Manila (GMT+8), this phone's time").waitFor();
  expect(new Set(sent)).toEqual(new Set(["Asia/Manila"]));

  await visit(page, "/pages/user/user");
  await page.getByRole("radio", { name: "Your outlets'" }).check();
  await page.getByText("A day begins at midnight at your outlets, wherever you are: Asia/Manila.").waitFor();
  expect(await storedValue(page, "timeZone")).toBe("account");
  sent.length = 0;
  for (const address of ["/pages/home/home", "/pages/dataChart/dataChart"]) {
    await visit(page, address);
    await page.getByText("Days and hours in Asia/Manila, your outlets' time").waitFor();
  }
  expect(sent.length).toBeGreaterThan(0);
  expect(new Set(sent)).toEqual(new Set(["account"]));

  // Another tab of the same phone uses the same choice.
  const other = await context.newPage();
  await visit(other, account);
  expect(await other.getByRole("radio", { name: "Your outlets'" }).isChecked()).toBe(true);
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[USER-1] keeps the chosen appearance after a reload", async () => {
  const { page, close } = await openAccount(["SM Megamall"]);
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.reload();
  await page.getByRole("radio", { name: "Dark" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");
  await close();
});

it("[LOGIN-5] reports a wrong current password without changing anything, then changes the password", async () => {
  const { page, manager, consoleProblems, close } = await openAccount(["SM Megamall"]);
  const token = await storedValue(page, "token");
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = page.getByRole("dialog", { name: "Change password" });
  const send = () => sheet.getByRole("button", { name: "Change password" }).click();
  const fill = async (current: string, next: string, repeated: string) => {
    await sheet.getByLabel("Current password", { exact: true }).fill(current);
    await sheet.getByLabel("New password", { exact: true }).fill(next);
    await sheet.getByLabel("Repeat new password", { exact: true }).fill(repeated);
  };
  await fill("not-the-password", "another-horse-2", "another-horse-2");
  await send();
  await sheet.getByText("The current password is wrong").waitFor();
  const other = await openPhone(browser, { origin: server.url });
  await fill(manager.password, "another-horse-2", "another-horse-2");
  expect(await sheet.getByText("The current password is wrong").count()).toBe(0);
  await send();
  await page.getByText("Password changed").waitFor();
  await sheet.waitFor({ state: "detached" });

  // The session that changed the password continues, and the next login needs the new password.
  await page.reload();
  await page.getByText(manager.name).waitFor();
  expect(await storedValue(page, "token")).toBe(token);
  await visit(other.page, "/");
  await other.page.getByLabel("Account").fill(manager.account);
  await other.page.getByLabel("Password", { exact: true }).fill(manager.password);
  await other.page.getByRole("button", { name: "Log in" }).click();
  await other.page.getByText("User name does not exist or password is wrong").waitFor();
  await openHomeAs(other.page, { ...manager, password: "another-horse-2" });
  expect([...consoleProblems, ...other.consoleProblems]).toEqual([]);
  await other.close();
  await close();
});

async function logInWithInitialPassword(permissions: readonly Permission[]) {
  const manager = await network.addManager([await network.addOutlet()], { permissions, isInitial: true });
  const phone = await openPhone(browser, { origin: server.url });
  const { page } = phone;
  await visit(page, "/");
  await page.getByLabel("Account").fill(manager.account);
  await page.getByLabel("Password", { exact: true }).fill(manager.password);
  await page.getByRole("button", { name: "Log in" }).click();
  const notice = page.getByText("You are using an initial password. Change it before it expires on");
  await notice.waitFor();
  await page.getByRole("button", { name: "Change password" }).click();
  const sheet = page.getByRole("dialog", { name: "Change password" });
  const choose = async (password: string) => {
    await sheet.getByLabel("Current password", { exact: true }).fill(manager.password);
    await sheet.getByLabel("New password", { exact: true }).fill(password);
    await sheet.getByLabel("Repeat new password", { exact: true }).fill(password);
    await sheet.getByRole("button", { name: "Change password" }).click();
  };
  return { ...phone, manager, notice, sheet, choose };
}

it("[LOGIN-6] requests a new password after a login with an initial one, and refuses a guessable password", async () => {
  const { page, manager, notice, sheet, choose, consoleProblems, close } = await logInWithInitialPassword([
    "home",
    "details",
    "user",
  ]);
  expect(new URL(page.url()).pathname).toBe(account);
  await choose("password123");
  await sheet.getByText("This password is too easy to guess, please choose another one").waitFor();
  await expect
    .poll(() =>
      sheet.getByLabel("New password", { exact: true }).evaluate((e) => e === document.activeElement),
    )
    .toBe(true);
  await choose("seven-quiet-otters");
  await page.getByText("Password changed").waitFor();
  await notice.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Log in" }).waitFor();
  await openHomeAs(page, { ...manager, password: "seven-quiet-otters" });
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[LOGIN-6] requests a new password also from an account without access to the account page", async () => {
  const { page, notice, choose, consoleProblems, close } = await logInWithInitialPassword(["home"]);
  expect(new URL(page.url()).pathname).toBe("/pages/home/home");
  await choose("seven-quiet-otters");
  await page.getByText("Password changed").waitFor();
  await notice.waitFor({ state: "detached" });
  expect(consoleProblems).toEqual([]);
  await close();
});
