import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { chairHandlers } from "#test/data/chair-data.ts";
import { createGate } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const expired = "Your login has expired, please log in again";

it("[SES-3] shows that the login has expired after the account was removed, long enough to read before leaving the page", async () => {
  const page = await openPage("/pages/user/user", {
    session: managerSession,
    api: { ...managerHandlers(), loginInfo: () => null },
  });
  await page.findText(expired);
  await page.wait(1_000);
  await page.atAddress("/pages/user/user");
  await page.waitUntil(() => page.getByRole("button", { name: "Log in" }));
  await page.atAddress("/pages/login/login");
  expect(page.stored("token")).toBeNull();
});

it("[SES-3] shows on a chair's page that the login has expired after the manager's account was removed", async () => {
  const page = await openPage("/pages/index/index?deviceId=MC1000", {
    session: managerSession,
    api: { ...chairHandlers(), ...managerHandlers(), loginInfo: () => null },
  });
  await page.findText(expired);
  await page.waitUntil(() => expect(page.opened).toHaveLength(1));
  expect(page.opened[0]).toMatch(/^\/pages\/login\/login\?next=/);
  expect(page.stored("token")).toBeNull();
});

it("[SES-2] loads dictionary, then user, then the chair's status when a manager opens a chair's page", async () => {
  const gate = createGate();
  const { dictionary } = managerHandlers();
  const page = await openPage("/pages/index/index?deviceId=MC1000", {
    session: managerSession,
    api: {
      ...chairHandlers(),
      ...managerHandlers(),
      dictionary: async (request, call) => {
        await gate.opened;
        return dictionary?.(request, call) ?? expect.unreachable();
      },
    },
  });
  await page.until(() => expect(page.api.calls("dictionary")).toHaveLength(1));
  // Each call waits for the response to the previous one.
  await page.wait(100);
  expect(page.api.calls("loginInfo")).toEqual([]);
  gate.open();
  await page.find("button", "Cash ₱50.00 received: start");
  expect(page.api.calls("loginInfo")).toHaveLength(1);
  expect(page.api.calls("deviceStatus")).toHaveLength(1);
});
