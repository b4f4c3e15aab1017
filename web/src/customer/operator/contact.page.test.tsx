import { describe, expect, it } from "vitest";
import { chairHandlers } from "#test/data/chair-data.ts";
import { dictionaryOf } from "#test/data/dictionary-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { orderOf } from "#test/data/order-data.ts";
import { Refusal } from "#test/fake-api.ts";
import { openPage } from "#test/open-page.ts";

const chair = "/pages/index/index?deviceId=MC1000";
const order = "/pages/deviceOrder/order?orderId=order-1";
const own = {
  name: "Ana",
  phone: "0917 (555) 0101",
  messengerUrl: "https://wa.me/639175550101",
  hours: "10:00-22:00",
};
const operator = {
  name: "Pahinga",
  logoUrl: "/logos/1",
  contact: { name: null, phone: "+63 2 8555 0100", messengerUrl: null, hours: null },
  receiptLines: ["VAT Reg. TIN 000-123-456-000", "1 Ayala Ave, Makati"],
};
const settings = { operator };

describe("[HELP-1] the outlet's contact, with the order number to quote, is shown", () => {
  it.each([
    ["while the customer has to pay", { orderStatus: "unpaid" }],
    ["while the chair starts", { orderStatus: "starting" }],
    ["during the massage", { orderStatus: "running" }],
    ["after the massage", { orderStatus: "completed", endReason: "finished", endedAt: instantAfter(0) }],
    ["after a failed start", { orderStatus: "failed", endReason: "startDeadline", endedAt: instantAfter(0) }],
  ] as const)("%s", async (_, fields) => {
    const page = await openPage(order, {
      settings,
      api: { getOrder: () => orderOf({ ...fields, contact: own }), feedbackOfOrder: () => [] },
    });
    const help = await page.find("region", "Need help?");
    const phone = await page.find("link", own.phone, help);
    expect(phone.getAttribute("href")).toBe("tel:09175550101");
    const message = await page.find("link", "Send a message", help);
    expect(message.getAttribute("href")).toBe(own.messengerUrl);
    expect(help.textContent).toContain("Ana · 10:00-22:00");
    expect(help.textContent).toContain("260302-7K3M-92QX");
    expect(page.getAllByText(operator.name)).toHaveLength(1);
  });

  it("on the receipt, which names the operator", async () => {
    const page = await openPage(`${order}&view=receipt`, {
      settings,
      api: {
        getOrder: () =>
          orderOf({
            orderStatus: "completed",
            endReason: "finished",
            endedAt: instantAfter(0),
            contact: own,
          }),
        feedbackOfOrder: () => [],
      },
    });
    const receipt = await page.find("article");
    expect(receipt.textContent).toMatch(/^Pahinga.*Ayala Mall/);
    await page.find("link", own.phone, receipt);
    const text = receipt.parentElement?.querySelector("textarea")?.value ?? "";
    expect(text).toMatch(/^Receipt .*\nPahinga\nAyala Mall\n/);
    expect(text).toContain(own.phone);
    expect(receipt.textContent).toContain("VAT Reg. TIN 000-123-456-000");
    expect(text).toContain("VAT Reg. TIN 000-123-456-000\n1 Ayala Ave, Makati");
  });
});

it("[HELP-1] a chair and the error page show the operator's contact if the outlet has none", async () => {
  for (const address of [chair, "/pages/err/err?errType=device"]) {
    const page = await openPage(address, { settings, api: chairHandlers() });
    const phone = await page.find("link", "+63 2 8555 0100");
    expect(phone.getAttribute("href")).toBe("tel:+63285550100");
    expect(document.title).toMatch(/ · Pahinga$/);
  }
});

it.each(["free", "offline"] as const)(
  "[HELP-1] [STATE-1] the contact of a chair's outlet precedes its adverts: %s",
  async (state) => {
    const advert = { advertId: "1", imageUrl: null, linkUrl: null, text: "Ten minutes for your shoulders" };
    const handlers = chairHandlers(undefined, { state, contact: own });
    const page = await openPage(chair, { settings, api: { ...handlers, adverts: () => [advert] } });
    await page.findText(advert.text);
    const help = await page.find("region", "Need help?");
    const offer = page.getByText(advert.text);
    expect(help.compareDocumentPosition(offer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);

it("[HELP-1] [ERR-1] the error page shows the contact of the chair's outlet", async () => {
  const page = await openPage(chair, {
    settings,
    api: {
      ...chairHandlers(undefined, { contact: own }),
      activate: () => {
        throw new Refusal("priceListMissing", "No prices");
      },
    },
  });
  await page.tap("button", /Pay/);
  await page.atAddress("/pages/err/err");
  await page.find("link", own.phone);
  expect(page.queryByRole("link", { name: operator.contact.phone })).toBeNull();
});

it("[HELP-1] nothing is shown where there is no contact", async () => {
  const page = await openPage(chair, { api: chairHandlers() });
  await page.find("button", /Pay/);
  expect(page.queryByRole("region", { name: "Need help?" })).toBeNull();
  expect(document.title).toBe("Chair MC1000");
});

it("[HELP-1] the feedback page names the operator", async () => {
  const page = await openPage("/pages/orderFeedback/orderFeedback?orderId=order-1", {
    settings,
    api: {
      getOrder: () => orderOf({ contact: own }),
      feedbackOfOrder: () => [],
      dictionary: () => dictionaryOf(),
    },
  });
  await page.findText(operator.name);
});
