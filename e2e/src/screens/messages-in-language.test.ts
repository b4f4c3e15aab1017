import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { delayReply, visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";

const server = inject("server");
const messageCall = "**/dict/message?**";
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
const switchTo = (page: Page, language: string) => page.getByRole("combobox").selectOption(language);

it("[I18N-1] [LOGIN-2] shows the refusal of a login in each language that is chosen afterwards", async () => {
  const manager = await network.addManager([outletId]);
  const { page, consoleProblems, close } = await openOurPhone();
  await visit(page, "/pages/login/login");
  await page.getByLabel("Account").fill(manager.account);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("User name does not exist or password is wrong").waitFor();

  await switchTo(page, "zh_CN");
  await alert.getByText("用户名不存在或密码错误").waitFor();
  await switchTo(page, "id_ID");
  await alert.getByText("Nama pengguna tidak ada atau kata sandi salah").waitFor();
  await switchTo(page, "en_US");
  await alert.getByText("User name does not exist or password is wrong").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});

it("[I18N-1] keeps the original message until the message in the new language has loaded", async () => {
  const { page, consoleProblems, close } = await openOurPhone();
  await visit(page, "/pages/login/login");
  await page.getByLabel("Account").fill("nobody");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Log in" }).click();
  const alert = page.getByRole("alert");
  await alert.getByText("User name does not exist or password is wrong").waitFor();

  const release = await delayReply(page, messageCall);
  await switchTo(page, "zh_TW");
  await release.answered;
  await page.getByRole("button", { name: "登入" }).waitFor();
  await alert.getByText("User name does not exist or password is wrong").waitFor();
  await release();
  await alert.getByText("使用者名稱不存在或密碼錯誤").waitFor();
  expect(consoleProblems).toEqual([]);
  await close();
});
