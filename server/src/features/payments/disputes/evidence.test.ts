import { randomUUID } from "node:crypto";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listOpenCases } from "#features/cases/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, eventually, makePricedOutlet, type OrderApp } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { loadFonts } from "#platform/pdf/text-fonts.ts";
import { writeReport } from "#platform/pdf/write-report.ts";
import { readEvidence, writeEvidence } from "./write-evidence.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

let company: PaymentCompany;
let world: OrderApp;
let send: CompanyApp["send"];
let lastPage: CompanyApp["lastPage"];
let close: CompanyApp["close"];
beforeAll(async () => {
  ({ company, world, send, lastPage, close } = await openCompanyApp(openStripeCompany));
});
afterAll(() => close());

it("[DISP-2] contains the order's timeline with the chair's replies and events, the receipt, refunds, and feedback", async () => {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, { speed: 60 });
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const [priceId] = outlet.priceIds;
  const { orderId } = await customer.order({
    deviceId: chair.deviceId,
    priceId,
    payType: "online",
  });
  const page = lastPage();
  page.state = "paid";
  await send(company.webhookOf(page, randomUUID()));
  await customer.reaches(orderId, "completed");
  await sql`
    INSERT INTO feedback (feedback_id, reference, order_id, outlet_id, device_id, customer_id, problem, abnormal,
      media_count, state, created_at, number)
    SELECT ${randomUUID()}, 'FB-0000-0001', order_id, outlet_id, device_id, customer_id, '按摩椅太热', '按摩椅太熱 ₱', 0, 'sent',
      ${world.clock.now()}, 1 FROM orders WHERE order_id = ${orderId}`.execute(world.owner);
  const made = company.refundInConsole(page, 1_000);
  await send(company.refundWebhook(made, randomUUID()));
  await eventually(async () => expect((await customer.follow(orderId)).refunded).toBe(1_000));
  const dispute = company.dispute(page);
  await send(company.disputeWebhook(dispute, randomUUID()));
  await eventually(async () =>
    expect(await listOpenCases(world.database)).toMatchObject([{ kind: "dispute" }]),
  );

  const number = { provider: "stripe", disputeRef: dispute.ref };
  const report = await readEvidence(world.database, number, world.clock.now());
  const rowsOf = (heading: string) =>
    report?.sections.find((section) => section.heading.startsWith(heading))?.rows ?? [];
  expect(Object.fromEntries(rowsOf("Dispute"))).toMatchObject({
    Number: dispute.ref,
    "Disputed amount": "₱50.00",
    Reason: "fraudulent",
  });
  expect(Object.fromEntries(rowsOf("Receipt"))).toMatchObject({
    "Order ID": orderId,
    "Massage chair": chair.deviceId,
    "Amount paid": "₱50.00",
    Payment: `stripe, ${page.ref}`,
    Refunded: "₱10.00",
  });
  const timeline = rowsOf("Timeline").map(([, text]) => text.replace(/ \(.*/, ""));
  expect(timeline).toEqual(
    expect.arrayContaining([
      "Order placed",
      "Payment confirmed",
      "Start sent to the chair",
      'Command "start" sent to the chair',
      'Chair replied to "start": done',
      "Chair reported that the massage started",
      "Massage running",
      "Chair reported that the massage finished",
      "Massage completed",
      "Bank withdrew ₱50.00",
    ]),
  );
  for (const [time] of rowsOf("Timeline")) expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+08:00$/);
  expect(rowsOf("Refunds")).toMatchObject([
    [expect.anything(), expect.stringContaining("₱10.00, returned at")],
  ]);
  expect(rowsOf("Feedback")).toMatchObject([
    [expect.anything(), "Customer (FB-0000-0001): 按摩椅太热 · 按摩椅太熱 ₱"],
  ]);

  const pdf = await writeEvidence(world.database, number, world.clock.now());
  expect(pdf?.subarray(0, 5).toString()).toBe("%PDF-");
  expect(
    await writeEvidence(world.database, { ...number, disputeRef: "unknown" }, world.clock.now()),
  ).toBeNull();
});

it("[DISP-2] states no end of a massage for an order that did not start", async () => {
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet, { faults: { refuse: "motorHot" } });
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const [priceId] = outlet.priceIds;
  const { orderId } = await customer.order({ deviceId: chair.deviceId, priceId, payType: "online" });
  const page = lastPage();
  page.state = "paid";
  await send(company.webhookOf(page, randomUUID()));
  await customer.reaches(orderId, "refunded");
  const dispute = company.dispute(page);
  const { ref: disputeRef } = dispute;
  await send(company.disputeWebhook(dispute, randomUUID()));
  const report = await eventually(async () => {
    const found = await readEvidence(world.database, { provider: "stripe", disputeRef }, world.clock.now());
    if (found === null) throw new Error("the dispute is not recorded");
    return found;
  });
  expect(Object.fromEntries(report.sections[1]?.rows ?? [])).toMatchObject({
    "Massage started": "not started",
    "Massage ended": "not started",
    Refunded: "₱50.00",
  });
});

it("[DISP-2] has fonts for the currency signs and both Chinese scripts", async () => {
  const text = "₱30.00 RM ¥ Rp ż 按摩椅没有启动,请退款。按摩椅沒有啟動,請退款。龍門臺灣體驗";
  const { splitByFont } = await loadFonts(`${text}\u{10ffff}`);
  expect(
    splitByFont(text)
      .map((run) => run.text)
      .join(""),
  ).toBe(text);
  expect(splitByFont("\u{10ffff}").map((run) => run.text)).toEqual(["?"]);
});

it("[DISP-2] can be written if texts contain characters that no font has, such as emoji", async () => {
  const texts = ["\u{1f44d}", "\u2764\ufe0f", "\u2b50\nhot", "\ud55c", "\u202efdp.exe"];
  const { splitByFont } = await loadFonts(texts.join(""));
  const shown = texts.map((text) =>
    splitByFont(text)
      .map((run) => run.text)
      .join(""),
  );
  expect(shown).toEqual(["?", "?", "?\nhot", "?", "fdp.exe"]);
  const rows = texts.map((text) => ["", text] as const);
  const pdf = await writeReport({ title: "Evidence", sections: [{ heading: "Feedback", rows }], footer: "" });
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
});
