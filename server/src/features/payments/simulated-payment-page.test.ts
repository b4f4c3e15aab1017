import { createHash } from "node:crypto";
import { type Language, languages } from "@reposo/contract/text/languages.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, makePricedOutlet, type OrderApp, sharedOrderApp } from "#test/app/order-app.ts";
import { browserOf, decidePayment } from "#test/clients/order-browser.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

async function placeOrder() {
  const outlet = await makePricedOutlet(world.owner);
  const { deviceId } = await addChair(world, outlet);
  const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const { orderId, payment } = await guest.order({
    deviceId,
    priceId: outlet.priceIds[0],
    payType: "online",
  });
  const order = await guest.follow(orderId);
  return { order, redirectUrl: payment?.redirectUrl as string };
}

const openPage = (redirectUrl: string, language: Language, search = "") =>
  world.http.inject({
    url: `${new URL(redirectUrl).pathname}${search}`,
    headers: { cookie: `reposo.locale=${language}` },
  });

const buttons = (body: string) =>
  [...body.matchAll(/<button ([^>]*)>(.*?)<\/button>/g)].map(([, attributes = "", label = ""]) => {
    const [, action] = /value="(\w+)"/.exec(attributes) ?? [];
    // The button of the bar is outside the form.
    const [, name = label.replaceAll(/<[^>]+>/g, "")] =
      /form="payment".*aria-label="([^"]*)"/.exec(attributes) ?? [];
    return `${action}: ${name}`;
  });

const expected: Record<Language, { html: string; buttons: readonly string[]; massage: string }> = {
  en_US: {
    html: '<html lang="en-US">',
    buttons: ["leave: Back without paying", "pay: Pay ₱50.00", "refuse: Decline"],
    massage: "1 min · Intensity 1",
  },
  zh_CN: {
    html: '<html lang="zh-CN">',
    buttons: ["leave: 暂不支付，返回", "pay: 支付 ₱50.00", "refuse: 拒绝支付"],
    massage: "1 分钟 · 1 档",
  },
  zh_TW: {
    html: '<html lang="zh-TW">',
    buttons: ["leave: 暫不付款，返回", "pay: 付款 ₱50.00", "refuse: 拒絕付款"],
    massage: "1 分鐘 · 強度 1",
  },
  id_ID: {
    html: '<html lang="id-ID">',
    buttons: ["leave: Kembali tanpa membayar", "pay: Bayar ₱50,00", "refuse: Tolak"],
    massage: "1 menit · Intensitas 1",
  },
};

it("[START-3] [I18N-1] the simulated payment page states chair, outlet, massage, and the amount of its button in the chosen language", async () => {
  const { order, redirectUrl } = await placeOrder();
  for (const language of languages) {
    const { body } = await openPage(redirectUrl, language);
    expect(body).toContain(expected[language].html);
    expect(buttons(body)).toEqual(expected[language].buttons);
    expect(body).toContain('<form id="payment"');
    for (const part of [order.deviceId, order.areaName, order.orderNumber, expected[language].massage])
      expect(body).toContain(part);
  }
  expect((await openPage(redirectUrl, "" as Language, "?lang=zh_TW")).body).toContain("拒絕付款");
});

it("[START-3] the simulated payment page has the style of the customer's pages, and no script but its own", async () => {
  const { redirectUrl } = await placeOrder();
  const { headers, body } = await openPage(redirectUrl, "en_US");
  const policy = String(headers["content-security-policy"]);
  const digest = (text = "") => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  expect(body).toContain("--accent:");
  expect(policy).toContain(`style-src ${digest(/<style>(.*?)<\/style>/s.exec(body)?.[1])};`);
  expect(policy).toContain(`script-src ${digest(/<script>(.*?)<\/script>/s.exec(body)?.[1])};`);
  expect(body.match(/<script/g)).toHaveLength(1);
});

it("[START-3] the simulated payment page offers only the way back once the payment is decided", async () => {
  const { redirectUrl } = await placeOrder();
  await decidePayment(world.http, redirectUrl, "refuse");
  const { body } = await openPage(redirectUrl, "en_US");
  expect(buttons(body)).toEqual(["leave: Back to the order"]);
  expect(body).toContain("This payment is already completed, declined, or expired.");
});
