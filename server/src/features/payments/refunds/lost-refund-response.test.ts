import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock as clock } from "#platform/time/clock.ts";
import { readConfig } from "#platform/config/config.ts";
import { sharedTestDatabase, type TestDatabase } from "#test/database/database.ts";
import type { CompanyPage, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { createProviders } from "#features/payments/create-providers.ts";
import type { PaymentProvider } from "#features/payments/payment-provider.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await sharedTestDatabase();
});
afterAll(() => test.close());

describe.each([
  ["Stripe", openStripeCompany],
  ["Xendit", openXenditCompany],
])("[G-3] %s's refund whose response was lost", (_label, open) => {
  let company: PaymentCompany;
  let provider: PaymentProvider;
  beforeAll(async () => {
    company = await open();
    const { payments } = readConfig({ ...company.env, PAYMENT_SIMULATED: "off" });
    const dependencies = { publicUrl: "https://chairs.example", database: test.database, clock };
    [provider] = (await createProviders(payments, dependencies)) as [PaymentProvider];
  });
  afterAll(() => company.close());

  it("is listed with the key of its request, on any page of the provider's list", async () => {
    const { providerRef } = await provider.openPage({
      paymentId: randomUUID(),
      orderNumber: "261121-0000-0001",
      amountMinor: 5_000,
      currency: "PHP",
      returnUrl: "https://chairs.example/back",
      expiresAt: new Date(Date.now() + 15 * 60_000),
    });
    (company.pages.get(providerRef) as CompanyPage).state = "paid";
    const refundOf = (requestKey: string) =>
      ({ requestKey, providerRef, amountMinor: 1_000, currency: "PHP" }) as const;
    const lost = refundOf(randomUUID());
    company.faults.losingRefunds = true;
    await expect(provider.refund(lost)).rejects.toThrow(/connection|fetch failed/);
    company.faults.losingRefunds = false;
    // Three newer refunds, so that the lost refund is not on the first page of the provider's list.
    for (let others = 0; others < 3; others += 1) await provider.refund(refundOf(randomUUID()));
    const listed = (await provider.records?.listRefundsOf(providerRef)) ?? [];
    expect(listed).toHaveLength(4);
    expect(listed.filter(({ requestKey }) => requestKey === lost.requestKey)).toMatchObject([
      { state: "returned", amountMinor: 1_000, currency: "PHP" },
    ]);
  });
});
