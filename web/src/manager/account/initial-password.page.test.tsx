import { beforeAll, expect, it } from "vitest";
import type { Permission } from "@reposo/contract/permissions.ts";
import { accountOf, managerHandlers, managerSession } from "#test/data/account-data.ts";
import { statisticsOf } from "#test/data/figures-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { createLoginKey } from "#test/login-key.ts";
import { incomeTodayOf } from "#test/data/report-data.ts";
import { openPage } from "#test/open-page.ts";

const passwordExpiresAt = "2026-03-09T04:00:00.000Z";
const tooCommon = "This password is too easy to guess, please choose another one";
let publicKey: NonNullable<Handlers["publicKey"]>;
beforeAll(async () => {
  publicKey = await createLoginKey();
});

/** Logs in to an account with an initial password. The server refuses a guessable new password. */
async function logIn(permissions: readonly Permission[]) {
  let [isChanged, isGuessable] = [false, false];
  const account = () =>
    accountOf({ permissions: [...permissions], passwordExpiresAt: isChanged ? null : passwordExpiresAt });
  const page = await openPage("/pages/login/login", {
    session: null,
    api: {
      ...managerHandlers(),
      publicKey,
      login: () => ({ ...managerSession, expiresAt: passwordExpiresAt, passwordExpiresAt }),
      loginInfo: account,
      loginDevices: () => [],
      appStatistics: () => statisticsOf(),
      incomeChart: () => incomeTodayOf({}),
      changePassword: () => {
        if (isGuessable) throw new Refusal("passwordCommon", tooCommon);
        isChanged = true;
        return null;
      },
    },
  });
  await page.fill("Account", "maria.santos");
  await page.fill("Password", "initial-password");
  await page.tap("button", "Log in");
  await page.findText(/^You are using an initial password\. Change it before it expires on/);
  await page.tap("button", "Change password");
  const sheet = await page.find("dialog", "Change password");
  const choose = async (password: string, guessable = false) => {
    isGuessable = guessable;
    await page.fill("Current password", "initial-password");
    await page.fill("New password", password);
    await page.fill("Repeat new password", password);
    await page.tap("button", "Change password", sheet);
  };
  const expectChanged = async () => {
    await page.findText("Password changed");
    await page.until(() => expect(page.queryByText(/^You are using an initial password/)).toBeNull());
  };
  return { page, sheet, choose, expectChanged };
}

it("[LOGIN-6] requests a new password after a login with an initial one, and refuses a guessable password", async () => {
  const { page, sheet, choose, expectChanged } = await logIn(["home", "details", "user"]);
  expect(location.pathname).toBe("/pages/user/user");
  await choose("password123", true);
  await page.findText(tooCommon, sheet);
  await page.until(() => expect(document.activeElement).toBe(page.getByLabelText("New password")));
  await choose("seven-quiet-otters");
  await expectChanged();
});

it("[LOGIN-6] requests a new password also from an account without access to the account page", async () => {
  const { choose, expectChanged } = await logIn(["home"]);
  expect(location.pathname).toBe("/pages/home/home");
  await choose("seven-quiet-otters");
  await expectChanged();
});
