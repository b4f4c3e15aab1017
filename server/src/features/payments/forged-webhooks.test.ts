import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, makePlace, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { printedSeed, sampleOf } from "#test/random-seed.ts";
import type { CompanyPage, News, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany, signedByStripe } from "#test/stand-ins/stripe-company.ts";
import { openXenditCompany } from "#test/stand-ins/xendit-company.ts";
import { webhookPath } from "./payments-routes.ts";

let world: OrderApp;
let companies: { company: PaymentCompany; page: CompanyPage; orderId: string }[];
beforeAll(async () => {
  const opened = [await openStripeCompany(), await openXenditCompany()];
  world = await openOrderApp({
    PAYMENT_SIMULATED: "off",
    ...Object.fromEntries(opened.flatMap((one) => Object.entries(one.env))),
  });
  const place = await makePlace(world.owner);
  const chair = await addChair(world, place);
  companies = [];
  for (const company of opened) {
    const guest = browserOf(world.http, (await makeCustomer(world.owner)).token);
    const { orderId } = await guest.order({
      deviceId: chair.deviceId,
      priceId: place.priceIds[0],
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

type Forgery = (news: News) => News;
const headerOf = ({ headers }: News): string =>
  "stripe-signature" in headers ? "stripe-signature" : "x-callback-token";
const withHeader = (news: News, value: string | null): News => {
  const { [headerOf(news)]: _proof, ...rest } = news.headers;
  return { ...news, headers: value === null ? rest : { ...rest, [headerOf(news)]: value } };
};

/** Every way to make a webhook that the company did not send. */
const forgery: fc.Arbitrary<Forgery> = fc.oneof(
  fc.constant<Forgery>((news) => withHeader(news, null)),
  fc.string().map<Forgery>((text) => (news) => withHeader(news, text.replaceAll(/[^\x20-\x7e]/g, ""))),
  // One character of the proof is another.
  fc.tuple(fc.nat(), fc.constantFrom("0", "f", "x", "=", ",")).map<Forgery>(([at, letter]) => (news) => {
    const proof = news.headers[headerOf(news)] ?? "";
    const index = at % proof.length;
    const altered = proof.slice(0, index) + letter + proof.slice(index + 1);
    return withHeader(news, altered === proof ? `${proof}0` : altered);
  }),
  // Another moment under the signature of this one.
  fc.integer({ min: 301, max: 10_000_000 }).map<Forgery>((seconds) => (news) => {
    const proof = news.headers[headerOf(news)] ?? "";
    const old = proof.replace(/t=(\d+)/, (_all, t: string) => `t=${Number(t) - seconds}`);
    return withHeader(news, old === proof ? "old" : old);
  }),
);

/** The body says more, or something else, under a proof of the body before. */
const alteration: fc.Arbitrary<Forgery> = fc
  .tuple(fc.nat(), fc.constantFrom("9", "0", " ", '"', "PAID", "MYR"))
  .map(([at, text]) => (news) => {
    const index = at % news.body.length;
    const body = news.body.slice(0, index) + text + news.body.slice(index + 1);
    return { ...news, body: body === news.body ? `${news.body} ` : body };
  });

it("[START-3] forged or altered webhooks move no money, and none is believed", async () => {
  const settled = async () =>
    (
      await sql<{ n: number }>`
        SELECT (SELECT count(*) FROM ledger_entry) + (SELECT count(*) FROM payment WHERE state <> 'created') AS n`.execute(
        world.database,
      )
    ).rows[0]?.n;
  let sent = 0;
  const send = async ({ company, news }: { company: PaymentCompany; news: News }) => {
    sent += 1;
    const { statusCode } = await world.http.inject({
      method: "POST",
      url: webhookPath(company.name),
      payload: news.body,
      headers: news.headers,
    });
    return statusCode;
  };
  const [stripe] = companies as [(typeof companies)[number]];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...companies), forgery, async ({ company, page }, forge) => {
      const news = forge(company.newsOf({ ...page, state: "paid" }, "evt"));
      expect(await send({ company, news })).toBe(400);
    }),
    { seed: printedSeed("forged webhooks"), numRuns: sampleOf(6_000) },
  );
  await fc.assert(
    fc.asyncProperty(alteration, async (alter) => {
      const { company, page } = stripe;
      expect(await send({ company, news: alter(company.newsOf({ ...page, state: "paid" }, "evt")) })).toBe(
        400,
      );
    }),
    { seed: printedSeed("altered webhooks"), numRuns: sampleOf(3_800) },
  );
  // What was signed truly, and long ago, is a replay.
  for (let n = 0; n < 100; n += 1) {
    const { company, page } = stripe;
    const news = company.newsOf({ ...page, state: "paid" }, `replay-${n}`, 301 + n * n * n);
    expect(await send({ company, news })).toBe(400);
  }
  // Xendit signs nothing: with its token a body may say what it likes, and is only a reason to ask.
  const [, xendit] = companies as [unknown, (typeof companies)[number]];
  for (let n = 0; n < 100; n += 1) {
    const { amountMinor } = xendit.page;
    const lie = { ...xendit.page, state: "paid" as const, amountMinor: n % 2 === 0 ? amountMinor : n };
    const news = xendit.company.newsOf(lie, `lie-${n}`);
    expect(await send({ company: xendit.company, news })).toBe(200);
  }
  expect(sent).toBe(sampleOf(6_000) + sampleOf(3_800) + 200);
  expect(await settled()).toBe(0);
});

it("[START-3] refuses webhooks that are signed and lack their object or their id, without failing", async () => {
  const [{ company, page }] = companies as [(typeof companies)[number]];
  const event = JSON.parse(company.newsOf({ ...page, state: "paid" }, "evt").body) as Record<string, unknown>;
  const variants = [
    { ...event, data: undefined },
    { ...event, data: null },
    { ...event, data: {} },
    { ...event, data: { object: {} } },
    { ...event, id: undefined },
    { ...event, data: { object: { id: 7 } } },
  ];
  for (const [index, variant] of variants.entries()) {
    const news = signedByStripe(JSON.stringify(variant));
    const { statusCode } = await world.http.inject({
      method: "POST",
      url: webhookPath(company.name),
      payload: news.body,
      headers: news.headers,
    });
    expect(statusCode, String(index)).toBe(400);
  }
});

it("a webhook of a company that is not configured is as good as absent", async () => {
  const answer = await world.http.inject({ method: "POST", url: webhookPath("nobody"), payload: "{}" });
  expect(answer.statusCode).toBe(404);
});
