import { beforeAll, describe, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { createGate, type Handlers, Refusal } from "#test/fake-api.ts";
import { createLoginKey } from "#test/login-key.ts";
import { openPage, type Page } from "#test/open-page.ts";

const loginPath = "/pages/login/login";
let publicKey: NonNullable<Handlers["publicKey"]>;
beforeAll(async () => {
  publicKey = await createLoginKey();
});

const loggedIn: Handlers = {
  ...managerHandlers(),
  login: () => ({ ...managerSession, expiresAt: "2026-04-01T04:00:00.000Z", passwordExpiresAt: null }),
  deviceList: () => ({ items: [], nextCursor: null, total: 0 }),
};

const openLogin = (handlers: Handlers = {}, address = loginPath) =>
  openPage(address, {
    session: null,
    api: {
      publicKey,
      ...handlers,
    },
  });

async function logIn(page: Page, password = "correct horse"): Promise<void> {
  await page.fill("Account", "maria.santos");
  await page.fill("Password", password);
  await page.tap("button", "Log in");
}

describe("[LOGIN-2] [LOGIN-3] shows the reason for a failed login:", () => {
  it.each([
    ["loginRefused", "User name does not exist or password is wrong"],
    ["notOutletManager", "This account cannot be logged in here, enter the outlet manager's account"],
  ] as const)("%s", async (code, message) => {
    const page = await openLogin({
      login: () => {
        throw new Refusal(code, message);
      },
    });
    await logIn(page);
    await page.findText(message, await page.find("alert"));
  });

  it("a password that is too long to be encrypted", async () => {
    const page = await openLogin();
    await logIn(page, "x".repeat(129));
    await page.findText("This password is too long", await page.find("alert"));
    expect(page.api.calls("login")).toEqual([]);
  });
});

it.each(["https://example.com/pages/home/home", "//example.com/pages/home/home", "/\\example.com"])(
  "[NAV-2] does not redirect to %s after the login",
  async (next) => {
    // Without the permission for home, the account's first page is that of the account.
    const page = await openLogin(
      { ...loggedIn, ...managerHandlers({ permissions: ["user"] }), loginDevices: () => [] },
      `${loginPath}?next=${encodeURIComponent(next)}`,
    );
    await logIn(page);
    await page.atAddress("/pages/user/user");
    expect(page.opened).toEqual([]);
  },
);

it("[NAV-2] requires a login, then opens the requested page", async () => {
  const page = await openLogin(loggedIn, "/pages/deviceList/deviceList?use=idle");
  await page.findText("Please log in first");
  await page.atAddress(loginPath);
  await logIn(page);
  await page.findText("No results");
  await page.atAddress("/pages/deviceList/deviceList?use=idle");
});

it("[WHO-2] a manager's page does not accept a customer's token, and keeps it", async () => {
  const page = await openPage("/pages/user/user", { api: {} });
  await page.atAddress(loginPath);
  await page.find("button", "Log in");
  expect([page.stored("token"), page.stored("kind")]).toEqual(["token-of-customer", "customer"]);
});

describe("[I18N-1] the refusal of a login", () => {
  const messages: Record<string, string> = {
    en_US: "User name does not exist or password is wrong",
    zh_CN: "用户名不存在或密码错误",
    zh_TW: "使用者名稱不存在或密碼錯誤",
    id_ID: "Nama pengguna tidak ada atau kata sandi salah",
  };
  const messageIn = (language: string | null) => messages[language ?? ""] ?? "";
  const refused: Handlers = {
    login: (_, { language }) => {
      throw new Refusal("loginRefused", messageIn(language));
    },
    resultMessage: (_, { language }) => ({ message: messageIn(language) }),
  };

  it("[LOGIN-2] is shown in each language that is chosen afterwards", async () => {
    const page = await openLogin(refused);
    await logIn(page);
    const alert = await page.find("alert");
    await page.findText(messageIn("en_US"), alert);
    for (const language of ["zh_CN", "id_ID", "en_US"]) {
      await page.user.selectOptions(page.getByRole("combobox"), language);
      await page.findText(messageIn(language), alert);
    }
  });

  it("is kept until the message in the new language has loaded", async () => {
    const gate = createGate();
    const page = await openLogin({
      ...refused,
      resultMessage: async (_, { language }) => {
        await gate.opened;
        return { message: messageIn(language) };
      },
    });
    await logIn(page);
    const alert = await page.find("alert");
    await page.user.selectOptions(page.getByRole("combobox"), "zh_TW");
    await page.find("button", "登入");
    await page.findText(messageIn("en_US"), alert);
    gate.open();
    await page.findText(messageIn("zh_TW"), alert);
  });
});

it("[I18N-1] [I18N-4] switches the language immediately, keeps what was typed, and stores the choice", async () => {
  const page = await openLogin();
  await page.fill("Account", "half.typed");
  const field = document.querySelector("[name=account]");
  const titles = new Set<string>();
  for (const [language, logIn] of [
    ["zh_CN", "登录"],
    ["zh_TW", "登入"],
    ["id_ID", "Masuk"],
    ["en_US", "Log in"],
  ] as const) {
    await page.user.selectOptions(await page.find("combobox"), language);
    await page.find("button", logIn);
    expect(document.documentElement.lang).toBe(language.replace("_", "-"));
    expect(page.stored("locale")).toBe(language);
    titles.add(document.title);
  }
  expect(titles.size).toBe(4);
  // The same field, in the same document.
  expect(document.querySelector("[name=account]")).toBe(field);
  expect(field).toHaveProperty("value", "half.typed");
  expect(page.opened).toEqual([]);
});
