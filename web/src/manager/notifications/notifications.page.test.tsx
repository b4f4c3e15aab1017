import type { NotificationSettings } from "@reposo/contract/alerts/notifications.ts";
import { describe, expect, it } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";
import { createPushService } from "#test/push-service.ts";

/** An uncompressed point of 65 bytes as base64url. */
const vapidPublicKey = `B${"A".repeat(86)}`;

const settingsOf = (fields: Partial<NotificationSettings> = {}): NotificationSettings => ({
  vapidPublicKey,
  devices: 0,
  email: null,
  emailAvailable: true,
  quietFrom: null,
  quietTo: null,
  mutedAreaIds: [],
  mutedKinds: [],
  ...fields,
});

async function openNotifications(
  handlers: Handlers = {},
  {
    permission,
    address = "/pages/notifications/notifications",
  }: { readonly permission?: NotificationPermission; readonly address?: string } = {},
) {
  const push = createPushService(permission);
  const page = await openPage(address, {
    session: managerSession,
    prepare: push.install,
    api: {
      ...managerHandlers(),
      notificationSettings: () => settingsOf(),
      subscribePush: () => null,
      unsubscribePush: () => null,
      loginDevices: () => [],
      logout: () => null,
      ...handlers,
    },
  });
  return { page, push: push.state };
}

const unavailable = () => {
  throw new Refusal("notReady", "Please try again later");
};
const returnToPage = () => void document.dispatchEvent(new Event("visibilitychange"));

async function turnOn(page: Page): Promise<void> {
  await page.tap("button", "Turn on notifications");
  await page.findText("Notifications are on for this device.");
}

describe("[ALERT-4] notifications on a phone", () => {
  it("can be turned on, tested with a test message, and turned off", async () => {
    let channel: "push" | "email" | null = null;
    const { page } = await openNotifications(
      { sendTestNotification: () => ({ channel }) },
      { address: "/pages/user/user" },
    );
    await page.tap("link", "Notifications");
    await page.find("heading", "Notifications");
    await page.tap("button", "Send a test notification");
    await page.findText("Turn on notifications or save an email address first");
    channel = "email";
    await page.tap("button", "Send a test notification");
    await page.findText("Test email sent");
    await turnOn(page);
    expect(page.api.calls("subscribePush").map(({ request }) => request)).toEqual([
      {
        endpoint: "https://push.example.com/1",
        p256dh: "p256dh-of-browser",
        auth: "auth-of-browser",
        vapidPublicKey,
      },
    ]);
    channel = "push";
    await page.tap("button", "Send a test notification");
    await page.findText("Test notification sent");
    await page.tap("button", "Turn off on this device");
    await page.find("button", "Turn on notifications");
    expect(page.api.calls("unsubscribePush").map(({ request }) => request)).toEqual([
      { endpoint: "https://push.example.com/1" },
    ]);
    expect(page.stored("push")).toBeNull();
  });

  it("[SES-4] are turned off by a logout", async () => {
    const { page, push } = await openNotifications();
    await turnOn(page);
    await logOut(page);
    expect(page.api.calls("unsubscribePush")).toHaveLength(1);
    expect(push.subscription).toBeNull();
    expect(page.stored("push")).toBeNull();
  });

  it.each(["getSubscription", "unsubscribe"] as const)(
    "[SES-4] do not delay a logout for long if the push service does not answer to %s",
    async (name) => {
      const { page, push } = await openNotifications();
      await turnOn(page);
      push[name] = () => new Promise<never>(() => {});
      await logOut(page);
      expect(page.stored("token")).toBeNull();
      expect(page.api.calls("logout")).toHaveLength(1);
      expect(page.api.calls("unsubscribePush")).toHaveLength(1);
      expect(page.stored("push")).toBeNull();
    },
  );

  it("are off if only the push service has ended them, also outside the page, and stay on with an explanation if nothing has", async () => {
    const { page, push } = await openNotifications({ unsubscribePush: unavailable });
    const failed = "Notifications could not be turned off. Please try again.";
    await turnOn(page);
    const { unsubscribe } = push;
    push.unsubscribe = () => Promise.reject(new Error("the push service does not answer"));
    await page.tap("button", "Turn off on this device");
    await page.findText(failed);
    await page.find("button", "Turn off on this device");
    push.unsubscribe = unsubscribe;
    await page.tap("button", "Turn off on this device");
    await page.find("button", "Turn on notifications");
    expect(page.queryByText(failed)).toBeNull();

    // Outside the page, the subscription ends; first, only the server cannot be reached.
    await turnOn(page);
    page.api.on("subscribePush", unavailable);
    const before = page.api.calls("subscribePush").length;
    returnToPage();
    await page.until(() => expect(page.api.calls("subscribePush").length).toBeGreaterThan(before));
    await page.wait(500);
    await page.find("button", "Turn off on this device");
    push.subscription = null;
    returnToPage();
    await page.find("button", "Turn on notifications");
    expect(page.queryByRole("button", { name: "Turn off on this device" })).toBeNull();
  });

  it("show an explanation while the browser blocks them", async () => {
    const { page, push } = await openNotifications({}, { permission: "denied" });
    await page.findText(/^Notifications are blocked\./);
    expect(page.queryByRole("button", { name: "Turn on notifications" })).toBeNull();
    expect(page.queryByRole("button", { name: "Send a test notification" })).toBeNull();
    // The user allows them in the browser's settings and returns.
    push.permission = "default";
    returnToPage();
    await page.find("button", "Turn on notifications");
  });
});

async function logOut(page: Page): Promise<void> {
  await page.tap("button", "Back");
  await page.tap("button", "Log out");
  await page.tap("button", "Log out", await page.find("dialog"));
  await page.waitUntil(() => expect(location.pathname).toBe("/pages/login/login"));
}

it("[ALERT-4] shows stored settings, and saves quiet hours, kinds of alerts, outlets, and the e-mail address together", async () => {
  const { page } = await openNotifications({
    notificationSettings: () => settingsOf({ mutedKinds: ["incomeLow"] }),
    saveNotificationSettings: () => settingsOf(),
  });
  const isChecked = (label: string) => page.getByLabelText<HTMLInputElement>(label).checked;
  await page.fill("Email address", "nobody");
  expect(isChecked("Low income")).toBe(false);
  await page.tap("checkbox", "Low income");
  await page.tap("checkbox", "Chair offline");
  await page.tap("checkbox", "Glorietta");
  await page.tap("checkbox", "Use quiet hours");
  await page.fill("To", "22:00");
  await page.tap("button", "Save");
  await page.findText("Enter a valid email address");
  await page.findText("Choose a different end time");
  expect(document.activeElement).toBe(page.getByLabelText("Email address"));
  expect(page.api.calls("saveNotificationSettings")).toEqual([]);
  await page.fill("Email address", "maria@chairs.example");
  await page.fill("To", "06:30");
  await page.tap("button", "Save");
  await page.findText("Settings saved");
  await page.tap("checkbox", "Use quiet hours");
  await page.fill("Email address", "");
  await page.tap("button", "Save");
  await page.until(() => expect(page.api.calls("saveNotificationSettings")).toHaveLength(2));
  const muted = { mutedKind: ["chairOffline"], mutedAreaId: ["outlet-2"] };
  expect(page.api.calls("saveNotificationSettings").map(({ request }) => request)).toEqual([
    { email: "maria@chairs.example", quietFrom: "22:00", quietTo: "06:30", ...muted },
    muted,
  ]);

  const stored = await openNotifications({
    notificationSettings: () =>
      settingsOf({
        email: "maria@chairs.example",
        quietFrom: "22:00",
        quietTo: "06:30",
        mutedAreaIds: ["outlet-2"],
      }),
  });
  const field = (label: string) => stored.page.getByLabelText<HTMLInputElement>(label);
  await stored.page.until(() => expect(field("Email address").value).toBe("maria@chairs.example"));
  expect([field("From").value, field("To").value]).toEqual(["22:00", "06:30"]);
  expect(
    ["Low income", "Chair offline", "Ayala Mall", "Glorietta"].map((label) => field(label).checked),
  ).toEqual([true, true, true, false]);
});
