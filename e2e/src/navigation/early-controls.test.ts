import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone, type PhoneOptions } from "#browser/phone.ts";
import { delayScripts } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { addPastOrders } from "#stage/past-orders.ts";
import { signIn } from "#stage/sign-in.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let deviceId: string;
let manager: PhoneOptions["session"];

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  const areaId = await network.addOutlet();
  ({ deviceId } = await network.addChair(areaId));
  await addPastOrders(network.database, { outletId: areaId, deviceIds: [deviceId], count: 4 });
  manager = await signIn(server, await network.addManager([areaId, await network.addOutlet()]));
});
afterAll(async () => {
  await browser.close();
  await network.close();
});

/** The controls of the document that a user can change or press. */
const controlsOf = (page: Page) =>
  page
    .locator(
      "#app :is(button, input:not([type=radio]:checked), select, textarea):enabled:not([aria-disabled=true])",
    )
    .filter({ visible: true });

/** Opens a page whose scripts are delayed, and waits for the markup of the server. */
async function openEarly(address: string, session: PhoneOptions["session"]) {
  const phone = await openPhone(browser, { origin: server.url, ...(session && { session }) });
  const releaseScripts = await delayScripts(phone.page);
  await phone.page.goto(address, { waitUntil: "commit" });
  // The last element of the document.
  await phone.page.locator("#page-data").waitFor({ state: "attached" });
  return { ...phone, releaseScripts };
}

const isUsed = "data-used";
const repeated = "test.repeated";

/** Uses a control, and records when the app repeats this. */
async function use(control: Locator): Promise<void> {
  const kind = await control.evaluate(
    (element: HTMLInputElement, names) => {
      element.setAttribute(names.isUsed, "");
      for (const type of ["click", "input", "change"])
        addEventListener(
          type,
          ({ isTrusted, target }) => {
            // The session storage remains if the app opens another document.
            if (!isTrusted && target === element) window.sessionStorage.setItem(names.repeated, type);
          },
          true,
        );
      return element.localName === "input" ? element.type : element.localName;
    },
    { isUsed, repeated },
  );
  if (kind === "button") return control.tap();
  if (kind === "radio") return control.check();
  if (kind === "checkbox") return control.setChecked(!(await control.isChecked()));
  if (kind === "file")
    return control.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.of(1) });
  if (kind === "select") {
    const other = await control.evaluate(
      ({ options }: HTMLSelectElement) => [...options].find(({ selected }) => !selected)?.value,
    );
    return void (await control.selectOption(other ?? ""));
  }
  const values: Record<string, string> = { date: "2026-11-02", time: "09:30", number: "12" };
  return control.fill(values[kind] ?? "MC10");
}

/**
 * Whether the app has repeated the use, and React knows the new value: the element's own value is that of the user in
 * any case.
 */
const isTakenOver = (page: Page): Promise<boolean> =>
  page.evaluate(
    (names) => {
      if (window.sessionStorage.getItem(names.repeated) === null) return false;
      const element = document.querySelector<HTMLInputElement>(`[${names.isUsed}]`);
      const key = Object.keys(element ?? {}).find((name) => name.startsWith("__reactProps$"));
      // The app has replaced the element, or opened another page.
      if (element === null || key === undefined) return true;
      const { value = element.value, checked = element.checked } = (
        element as unknown as Record<string, Partial<HTMLInputElement>>
      )[key] as Partial<HTMLInputElement>;
      return value === element.value && checked === element.checked;
    },
    { isUsed, repeated },
  );

/** The least number of controls is that of a page without rows. */
const pages = [
  { at: "/pages/alerts/alerts", least: 1 },
  { at: "/pages/user/user", least: 7 },
  { at: "/pages/details/details", least: 10 },
  { at: "/pages/dataChart/dataChart?chart=income", least: 3 },
  { at: "/pages/notifications/notifications", least: 3 },
  { at: "/pages/deviceList/deviceList", least: 2 },
  { at: "/pages/order/order", least: 2 },
  { at: "/pages/feedback/feedback", least: 1 },
  { at: "/pages/cash/cash", least: 4 },
  { at: "/pages/cash/cash?view=collections", least: 4 },
  { at: "/pages/cash/cash?view=differences", least: 4 },
  { at: "/pages/device/device?deviceId={deviceId}", least: 2 },
  { at: "/pages/index/index?deviceId={deviceId}", least: 5, isPublic: true },
  { at: "/pages/login/login", least: 5, isPublic: true },
];

it.each(pages)(
  "[EARLY-1] the app takes over every control that the server renders: $at",
  { timeout: 300_000 },
  async ({ at, least, isPublic = false }) => {
    const address = at.replace("{deviceId}", deviceId);
    let count = least;
    for (let index = 0; index < count; index += 1) {
      const { page, releaseScripts, consoleProblems, close } = await openEarly(
        address,
        isPublic ? undefined : manager,
      );
      const controls = controlsOf(page);
      count = await controls.count();
      expect(count).toBeGreaterThanOrEqual(least);
      const control = controls.nth(index);
      const description = await control.evaluate((element) => element.outerHTML.slice(0, 200));
      await use(control);
      releaseScripts();
      await expect.poll(() => isTakenOver(page), { message: description, timeout: 20_000 }).toBe(true);
      expect(consoleProblems).toEqual([]);
      await close();
    }
  },
);
