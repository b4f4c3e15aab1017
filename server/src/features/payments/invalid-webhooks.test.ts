import { Writable } from "node:stream";
import fc from "fast-check";
import { createLog } from "#platform/logging/log.ts";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, makePricedOutlet, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import type { CompanyPage, CompanyWebhook, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany, signedByStripe } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { webhookPath } from "./payments-routes.ts";

const lines: string[] = [];
const log = createLog(
  "warn",
  new Writable({
    write(chunk, _encoding, done) {
      lines.push((chunk as Buffer).toString());
      done();
    },
  }),
);

let world: OrderApp;
let companies: { company: PaymentCompany; page: CompanyPage; orderId: string }[];
beforeAll(async () => {
  const opened = [await openStripeCompany(), await openXenditCompany()];
  const env = Object.fromEntries(opened.flatMap((one) => Object.entries(one.env)));
  world = await openOrderApp({ PAYMENT_SIMULATED: "off", ...env }, log);
  const outlet = await makePricedOutlet(world.owner);
  const chair = await addChair(world, outlet);
  companies = [];
  for (const company of opened) {
    const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const { orderId } = await guest.order({
      deviceId: chair.deviceId,
      priceId: outlet.priceIds[0],
      payType: "online",
      provider: company.name,
    });
    const page = [...company.pages.values()].at(-1) as CompanyPage;
    companies.push({ company, page, orderId });
  }
});
afterAll(async () => {
  await world.close();
  for (const { company } of companies) await company.close();
});

type Forgery = (webhook: CompanyWebhook) => CompanyWebhook;
const headerOf = ({ headers }: CompanyWebhook): string =>
  "stripe-signature" in headers ? "stripe-signature" : "x-callback-token";
const withHeader = (webhook: CompanyWebhook, value: string | null): CompanyWebhook => {
  const { [headerOf(webhook)]: _proof, ...rest } = webhook.headers;
  return { ...webhook, headers: value === null ? rest : { ...rest, [headerOf(webhook)]: value } };
};

/** Ways to turn a genuine webhook into one that the provider did not sign. */
const forgery: fc.Arbitrary<Forgery> = fc.oneof(
  fc.constant<Forgery>((webhook) => withHeader(webhook, null)),
  fc.string().map<Forgery>((text) => (webhook) => withHeader(webhook, text.replaceAll(/[^\x20-\x7e]/g, ""))),
  // Alters one character of the signature.
  fc.tuple(fc.nat(), fc.constantFrom("0", "f", "x", "=", ",")).map<Forgery>(([at, letter]) => (webhook) => {
    const signature = webhook.headers[headerOf(webhook)] ?? "";
    const index = at % signature.length;
    const altered = signature.slice(0, index) + letter + signature.slice(index + 1);
    return withHeader(webhook, altered === signature ? `${signature}0` : altered);
  }),
  // Replaces the signed timestamp.
  fc.integer({ min: 301, max: 10_000_000 }).map<Forgery>((seconds) => (webhook) => {
    const signature = webhook.headers[headerOf(webhook)] ?? "";
    const old = signature.replace(/t=(\d+)/, (_all, t: string) => `t=${Number(t) - seconds}`);
    return withHeader(webhook, old === signature ? "old" : old);
  }),
);

/** Alters the body but keeps the signature of the original body. */
const alteration: fc.Arbitrary<Forgery> = fc
  .tuple(fc.nat(), fc.constantFrom("9", "0", " ", '"', "PAID", "MYR"))
  .map(([at, text]) => (webhook) => {
    const index = at % webhook.body.length;
    const body = webhook.body.slice(0, index) + text + webhook.body.slice(index + 1);
    return { ...webhook, body: body === webhook.body ? `${webhook.body} ` : body };
  });

it("[START-3] forged or altered webhooks are rejected and settle nothing", async () => {
  const settled = async () =>
    (
      await sql<{ n: number }>`
        SELECT (SELECT count(*) FROM ledger_entry) + (SELECT count(*) FROM payment WHERE state <> 'created') AS n`.execute(
        world.database,
      )
    ).rows[0]?.n;
  let sent = 0;
  const send = async ({ company, webhook }: { company: PaymentCompany; webhook: CompanyWebhook }) => {
    sent += 1;
    const { statusCode } = await world.http.inject({
      method: "POST",
      url: webhookPath(company.name),
      payload: webhook.body,
      headers: webhook.headers,
    });
    return statusCode;
  };
  const [stripe] = companies as [(typeof companies)[number]];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...companies), forgery, async ({ company, page }, forge) => {
      const webhook = forge(company.webhookOf({ ...page, state: "paid" }, "evt"));
      expect(await send({ company, webhook })).toBe(400);
    }),
    { seed: printedSeed("forged webhooks"), numRuns: sampleOf(6_000) },
  );
  await fc.assert(
    fc.asyncProperty(alteration, async (alter) => {
      const { company, page } = stripe;
      expect(
        await send({ company, webhook: alter(company.webhookOf({ ...page, state: "paid" }, "evt")) }),
      ).toBe(400);
    }),
    { seed: printedSeed("altered webhooks"), numRuns: sampleOf(3_800) },
  );
  // A genuine webhook with an old timestamp counts as a replay.
  for (let n = 0; n < 100; n += 1) {
    const { company, page } = stripe;
    const webhook = company.webhookOf({ ...page, state: "paid" }, `replay-${n}`, 301 + n * n * n);
    expect(await send({ company, webhook })).toBe(400);
  }
  // Xendit does not sign bodies. With its token, any body only triggers a status check, so these webhooks are accepted.
  const [, xendit] = companies as [unknown, (typeof companies)[number]];
  for (let n = 0; n < 100; n += 1) {
    const { amountMinor } = xendit.page;
    const falseReport = {
      ...xendit.page,
      state: "paid" as const,
      amountMinor: n % 2 === 0 ? amountMinor : n,
    };
    const webhook = xendit.company.webhookOf(falseReport, `lie-${n}`);
    expect(await send({ company: xendit.company, webhook })).toBe(200);
  }
  expect(sent).toBe(sampleOf(6_000) + sampleOf(3_800) + 200);
  expect(await settled()).toBe(0);
});

it("[START-3] rejects signed webhooks without an object or an id, and logs each", async () => {
  const [{ company, page }] = companies as [(typeof companies)[number]];
  const event = JSON.parse(company.webhookOf({ ...page, state: "paid" }, "evt").body) as Record<
    string,
    unknown
  >;
  const variants = [
    { ...event, data: undefined },
    { ...event, data: null },
    { ...event, data: {} },
    { ...event, data: { object: {} } },
    { ...event, id: undefined },
    { ...event, data: { object: { id: 7 } } },
  ];
  lines.length = 0;
  for (const [index, variant] of variants.entries()) {
    const webhook = signedByStripe(JSON.stringify(variant));
    const { statusCode } = await world.http.inject({
      method: "POST",
      url: webhookPath(company.name),
      payload: webhook.body,
      headers: webhook.headers,
    });
    expect(statusCode, String(index)).toBe(400);
  }
  expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject(
    variants.map(() => ({ provider: company.name, msg: "a provider's webhook is malformed" })),
  );
});

it("[START-3] logs webhooks of the provider that are not JSON as malformed, not as forged", async () => {
  const bodies = ["status=PAID", '{"id":', " "];
  for (const { company, page } of companies) {
    lines.length = 0;
    for (const body of bodies) {
      const { headers } =
        company.name === "stripe"
          ? signedByStripe(body)
          : company.webhookOf({ ...page, state: "paid" }, "evt");
      const url = webhookPath(company.name);
      const answer = await world.http.inject({ method: "POST", url, payload: body, headers });
      expect(answer.statusCode, body).toBe(400);
    }
    expect(lines.map((line) => JSON.parse(line) as Record<string, unknown>)).toMatchObject(
      bodies.map(() => ({ provider: company.name, msg: "a provider's webhook is malformed" })),
    );
  }
});

it("responds with 404 to a webhook of a provider that is not configured", async () => {
  const answer = await world.http.inject({ method: "POST", url: webhookPath("unknown"), payload: "{}" });
  expect(answer.statusCode).toBe(404);
});
