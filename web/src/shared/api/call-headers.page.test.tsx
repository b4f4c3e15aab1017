import type { OperationName } from "@reposo/contract/operations.ts";
import { expect, it } from "vitest";
import { chairHandlers } from "#test/data/chair-data.ts";
import { ConnectionLost, Refusal } from "#test/fake-api.ts";
import { createLoginKey } from "#test/login-key.ts";
import { openPage, type Page } from "#test/open-page.ts";

/** The different headers of the calls of an operation. */
const headersOf = (page: Page, name: OperationName): string[] => [
  ...new Set(
    page.api.calls(name).map(({ token, zone, offset }) => [token ?? "no token", zone, offset].join(", ")),
  ),
];

it("[NET-1] [WHO-2] sends the time-zone offset with the calls of a browser without a token", async () => {
  const options = { session: null, zone: "America/St_Johns" };
  const login = await openPage("/pages/login/login", {
    ...options,
    api: {
      publicKey: await createLoginKey(),
      login: () => {
        throw new Refusal("loginRefused", "User name does not exist or password is wrong");
      },
    },
  });
  await login.fill("Account", "nobody");
  await login.fill("Password", "nothing");
  await login.tap("button", "Log in");
  await login.find("alert");
  const expected = ["no token, America/St_Johns, -210"];
  expect([headersOf(login, "publicKey"), headersOf(login, "login")]).toEqual([expected, expected]);

  const visitor = await openPage("/pages/index/index", {
    ...options,
    api: { ...chairHandlers(), ownOrders: () => ({ items: [], nextCursor: null }) },
  });
  await visitor.until(() => expect(headersOf(visitor, "guestLogin")).toEqual(expected));
});

it("[NET-1] [NET-3] sends token and time-zone offset while it waits for an unreachable server", async () => {
  const lost = () => {
    throw new ConnectionLost();
  };
  const page = await openPage("/pages/index/index?deviceId=MC1000", {
    api: { ...chairHandlers(), publicDevice: lost, priceGroup: lost, deviceStatus: lost },
  });
  await page.findText("No connection. Retrying automatically.");
  await page.waitUntil(() => expect(page.api.calls("deviceStatus").length).toBeGreaterThan(1));
  const sent = (["publicDevice", "priceGroup", "deviceStatus"] as const).flatMap((name) =>
    headersOf(page, name),
  );
  expect(new Set(sent)).toEqual(new Set(["token-of-customer, Asia/Manila, 480"]));
});
