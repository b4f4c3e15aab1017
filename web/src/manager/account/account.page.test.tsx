import { productVersion } from "@reposo/contract/product-version.ts";
import { expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";
import { createLoginKey } from "#test/login-key.ts";

const openAccount = (fields: Parameters<typeof managerHandlers>[0] = {}, handlers: Handlers = {}) =>
  openPage("/pages/user/user", {
    session: managerSession,
    api: { ...managerHandlers(fields), loginDevices: () => [], ...handlers },
  });

it("[USER-1] shows name, phone number, links to the outlets, languages, version, and logout", async () => {
  const page = await openAccount({ phone: "+63 917 555 0100" });
  for (const text of ["Maria Santos", "+63 917 555 0100", "Your outlets: 2"]) await page.findText(text);
  // The number is enclosed in Unicode isolates.
  const shown = document.body.textContent.replaceAll(/[\u2066-\u2069\s]+/g, " ");
  expect(shown).toContain(`Version ${productVersion}`);
  const link = await page.find("link", "Ayala Mall");
  expect(link.getAttribute("href")).toBe("/pages/outlet/outlet?areaId=outlet-1");
  expect(page.queryByRole("button", { name: "Show all" })).toBeNull();
  await page.find("button", "Log out");
  await page.user.selectOptions(page.getByRole("combobox", { name: "Language" }), "zh_CN");
  await page.findText("您的网点（2）");
  expect(page.stored("locale")).toBe("zh_CN");
});

it("[USER-1] collapses a long list of outlets, expands it on request, and finds an outlet by its name", async () => {
  const names = Array.from({ length: 40 }, (_, index) => `Mall ${String(index + 1).padStart(2, "0")}`);
  const page = await openAccount({
    outlets: [...names, "Pavilion Kuala Lumpur"].map((areaName, index) => ({
      areaId: `outlet-${index}`,
      areaName,
    })),
  });
  const list = await page.find("list", "Outlets");
  const rows = () => [...list.querySelectorAll("a")];
  expect(rows()).toHaveLength(3);
  const toggle = page.getByRole("button", { name: "Show all" });
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  await page.tap("button", "Show all");
  await page.until(() => expect(rows()).toHaveLength(41));
  await page.fill("Search your outlets", "kuala pav");
  await page.until(() => expect(rows().map((row) => row.textContent)).toEqual(["Pavilion Kuala Lumpur"]));
  await page.fill("Search your outlets", "nowhere");
  await page.findText("No matching outlet");
  await page.tap("button", "Hide");
  await page.until(() => expect(document.querySelectorAll("main li a[href*=outlet]")).toHaveLength(3));
});

it("[LOGIN-5] validates a new password, reports a wrong current one, and changes the password", async () => {
  let isRefused = true;
  const page = await openAccount(
    {},
    {
      publicKey: await createLoginKey(),
      changePassword: () => {
        if (isRefused) throw new Refusal("passwordWrong", "The current password is wrong");
        return null;
      },
    },
  );
  await page.tap("button", "Change password");
  const sheet = await page.find("dialog", "Change password");
  const send = () => page.tap("button", "Change password", sheet);
  const fill = async (current: string, next: string, repeated: string) => {
    await page.fill("Current password", current);
    await page.fill("New password", next);
    await page.fill("Repeat new password", repeated);
  };
  await send();
  await page.findText("Please enter your current password", sheet);
  for (const [current, next, repeated, message] of [
    ["correct horse", "short", "short", /At least 8 characters/],
    // 43 Chinese characters are 129 bytes.
    ["correct horse", "密".repeat(43), "密".repeat(43), /This password is too long/],
    ["密".repeat(43), "another-horse-2", "another-horse-2", /This password is too long/],
    ["correct horse", "another-horse-2", "another-horse-3", /The passwords don't match/],
  ] as const) {
    await fill(current, next, repeated);
    await page.until(() =>
      expect(page.getAllByRole("alert").map((alert) => alert.textContent)).toContainEqual(
        expect.stringMatching(message),
      ),
    );
  }
  expect(page.api.calls("changePassword")).toEqual([]);

  await fill("not-the-password", "another-horse-2", "another-horse-2");
  await send();
  await page.findText("The current password is wrong", sheet);
  await fill("correct horse", "another-horse-2", "another-horse-2");
  expect(page.queryByText("The current password is wrong")).toBeNull();
  isRefused = false;
  await send();
  await page.findText("Password changed");
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  expect(page.stored("token")).toBe("token-of-manager");
});
