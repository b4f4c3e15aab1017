import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { recordIncome } from "#stage/record-income.ts";

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

/** Names in Arabic, and with a character that closes an isolate, before a right-to-left override that is not closed. */
const arabic = "مركز الراحة 7";
const overridden = "Mega\u2069mall\u202E";

/** Whether a text is rendered from left to right, which means that its last character is to the right of its first. */
const isLeftToRight = (within: Locator, text: string) =>
  within.evaluate((element, wanted) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const rectAt = (node: Node, at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at >= 0) return rectAt(node, at).left < rectAt(node, at + wanted.length - 1).left;
    }
    throw new Error(`no element contains ${wanted}`);
  }, text);

it.each([
  ["Arabic", arabic, { isolated: `\u2068${arabic}\u2069`, shown: arabic }],
  ["an override", overridden, { isolated: "Megamall", shown: "Megamall" }],
])(
  "[I18N-1] isolates an outlet's name in %s, so that the text next to it is not reversed",
  async (_kind, name, { isolated, shown }) => {
    const [outletId, other] = [await network.addOutlet({ name }), await network.addOutlet()];
    const deviceId = await network.addDevice(outletId);
    const manager = await network.addManager([outletId, other]);
    await recordIncome(network.database, {
      outletId,
      deviceId,
      at: new Date(),
      payType: "online",
      amountMinor: 900_00,
    });
    const session = await signIn(server, manager);
    const { page, consoleProblems, close } = await openPhone(browser, { origin: server.url, session });
    const main = page.getByRole("main");

    await visit(page, "/pages/details/details?rows=entries");
    await page.getByText("Transactions: 1 · Total: ₱900.00").waitFor();
    expect(await isLeftToRight(main, deviceId)).toBe(true);
    const row = main.locator("[data-row]").filter({ hasText: deviceId });
    const [outlet, device] = await row.evaluate(
      (element, [first, second]) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const text = node.textContent ?? "";
          if (!text.includes(second)) continue;
          return [first, second].map((wanted) => {
            const range = document.createRange();
            range.setStart(node, text.indexOf(wanted));
            range.setEnd(node, text.indexOf(wanted) + wanted.length);
            return range.getBoundingClientRect().left;
          });
        }
        return [];
      },
      [shown, deviceId] as const,
    );
    expect(outlet).toBeLessThan(device ?? 0);

    await visit(page, `/pages/order/order?exceptAreaId=${outletId}`);
    const chip = page.getByRole("button", { name: /^Remove/ });
    await chip.waitFor();
    expect(await chip.getAttribute("aria-label")).toContain(`Without ${isolated}`);
    expect(consoleProblems).toEqual([]);
    await close();
  },
);
