import { createHash, randomUUID } from "node:crypto";
import { recordCollection } from "@reposo/contract/revenue/cash-boxes.ts";
import { feedbackInsert } from "@reposo/contract/feedback/feedback.ts";
import { resultCodes } from "@reposo/contract/result-codes.ts";
import { sql } from "#platform/postgres/sql.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { type CallerName, type Expected, type Ids } from "#test/clients/expected-access.ts";
import { operations as expectedAccess } from "#test/clients/operation-access.ts";
import { insertRows } from "#test/database/insert-rows.ts";
import { attempt, type AttackAnswer, type AttackRequest, dataOf } from "./attack-client.ts";
import type { Attack, AttackWorld } from "./attack-world.ts";
import { isAccepted, requireServed } from "./refusals.ts";

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  /** Name in the contract: an operation that reads is published with two methods and thus two IDs. */
  readonly name: string;
}

/** Returns every operation of the server's OpenAPI document. */
export async function publishedOperations({ client }: AttackWorld): Promise<Operation[]> {
  const document = JSON.parse((await client.send({ path: "/api/openapi.json" })).text) as {
    paths: Record<string, Record<string, { operationId: string; "x-operation"?: string }>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, "x-operation": name = operationId }]) => ({
      method: method.toUpperCase(),
      path,
      id: operationId,
      name,
    })),
  );
}

interface Owner {
  readonly outlet: PricedOutlet;
  readonly deviceId: string;
  readonly managerToken: string;
  readonly customerToken: string;
  readonly customerId: string;
}

/** Creates an order, feedback, a collection, and an alert of an outlet. */
async function idsOf(world: AttackWorld, owner: Owner, from: number): Promise<Ids> {
  const { client, test } = world;
  const { outlet, deviceId, customerId, managerToken, customerToken } = owner;
  const { outletId } = outlet;
  const orderId = await makeOrder(test.owner, { outletId, deviceId, customerId, status: "completed" });
  const sent = await client.call(
    feedbackInsert.path,
    { orderId, problem: "It did not start" },
    { token: customerToken, from, idempotencyKey: randomUUID() },
  );
  const collectionId = randomUUID();
  const collected = {
    collectionId,
    deviceId,
    counted: 100,
    currency: "PHP",
    collectedAt: new Date().toISOString(),
  };
  dataOf(
    recordCollection,
    await client.call(recordCollection.path, collected, {
      token: managerToken,
      from,
      idempotencyKey: randomUUID(),
    }),
  );
  const { feedbackId } = dataOf(feedbackInsert, sent);
  const priceId = outlet.priceIds[0];
  const alertId = await makeAlert(world, owner);
  return { deviceId, areaId: outletId, orderId, priceId, feedbackId, collectionId, alertId };
}

/** Opens an alert, which the server resolves at its next check because the chair is online. */
async function makeAlert({ test }: AttackWorld, { outlet, deviceId }: Owner): Promise<string> {
  const alertId = randomUUID();
  const now = new Date();
  await insertRows(test.owner, "alert", [
    {
      alert_id: alertId,
      kind: "chairOffline",
      cause: `attack:${alertId}`,
      outlet_id: outlet.outletId,
      device_id: deviceId,
      device_ids: [deviceId],
      since: now,
      quantity: 1,
      opened_at: now,
    },
  ]);
  return alertId;
}

/** Returns data of the other side that only its own users may read. */
async function secretsOf({ test, foreign }: AttackWorld, { orderId }: Ids): Promise<string[]> {
  const orders = await sql<{ order_number: string }>`
    SELECT order_number FROM orders
    WHERE order_id IN (${foreign.orderId}, ${orderId})`.rows(test.owner);
  const numbers = orders.map(({ order_number }) => order_number);
  return [...numbers, foreign.customerId, foreign.managerToken, foreign.customerToken];
}

/** Returns a digest of all rows that belong to the other side. */
async function digestOf({ test, foreign }: AttackWorld): Promise<string> {
  const { outletId } = foreign.outlet;
  const rows = await sql`
    SELECT (SELECT jsonb_agg(o ORDER BY order_id) FROM orders o WHERE outlet_id = ${outletId}) AS orders,
      (SELECT jsonb_agg(d ORDER BY device_id) FROM device d WHERE outlet_id = ${outletId}) AS devices,
      (SELECT jsonb_agg(t) FROM outlet t WHERE outlet_id = ${outletId}) AS outlets,
      (SELECT jsonb_agg(f ORDER BY feedback_id) FROM feedback f WHERE outlet_id = ${outletId}) AS feedback,
      (SELECT count(*)::int FROM cash_collection WHERE outlet_id = ${outletId}) AS collections,
      (SELECT count(*)::int FROM position_proposal WHERE outlet_id = ${outletId}) AS proposals`.execute(
    test.owner,
  );
  return createHash("sha256").update(JSON.stringify(rows.rows)).digest("hex");
}

/** Operations that customers may call for any chair, because any customer may order at any chair. */
const ofAnyCustomer = ["activate", "couponPrices", "deviceStatus"];
/** Operations that end the session of the attacker, or the connection. */
const excluded = ["liveEvents", "logout"];

interface Case {
  readonly operation: Operation;
  readonly caller: CallerName;
  readonly fields: Record<string, string>;
  readonly token: string | undefined;
  /** Result code for IDs of the other outlet. */
  readonly refusal: number;
}

/**
 * Calls every operation with IDs of the other outlet in the fields that decide about access (not in filters of lists): as a manager, as a customer, and without a token. The same calls
 * with IDs of the caller's own outlet must be answered differently.
 */
export const useForeignIds: Attack = {
  name: "foreign ids, in every operation of the OpenAPI document",
  async run(world, count) {
    const { client, foreign, test } = world;
    const outlet = await makePricedOutlet(test.owner);
    const deviceId = await makeDevice(test.owner, outlet);
    const customer = await makeCustomer(test.owner);
    const manager = await makeManager(test.owner, { outletIds: [outlet.outletId] });
    const here: Owner = {
      outlet,
      deviceId,
      managerToken: manager.token,
      customerToken: customer.token,
      customerId: customer.caller.customerId,
    };
    const [ownIds, foreignIds] = [await idsOf(world, here, 690), await idsOf(world, foreign, 691)];
    const published = (await publishedOperations(world)).filter(({ name }) => !excluded.includes(name));
    const tokens = { manager: manager.token, guest: customer.token, anonymous: undefined };
    const cases = (["manager", "guest", "anonymous"] as const).flatMap((caller) =>
      published
        .filter(({ name }) => caller !== "guest" || !ofAnyCustomer.includes(name))
        .map((operation): Case => {
          const expected = expectedAccess[operation.name] as Expected;
          const codes = expected[caller];
          // The customer has an order that was paid, and may therefore send files.
          const mayUpload = caller === "guest" && operation.name === "getPolicy";
          const refusal = mayUpload ? resultCodes.ok : typeof codes === "number" ? codes : codes[1];
          const fields = expected.fields?.(foreignIds) ?? {};
          return { operation, caller, fields, token: tokens[caller], refusal };
        }),
    );
    const call = async ({ operation, token }: Case, fields: Record<string, string>, from: number) => {
      const { method, path } = operation;
      const form = new URLSearchParams(fields).toString();
      const sent = { method, token, from };
      const answer = await (method === "GET"
        ? client.send({ ...sent, path: `/api${path}?${form}` })
        : client.send({
            ...sent,
            path: `/api${path}`,
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: form,
          }));
      requireServed(answer);
      return answer;
    };
    const secrets = await secretsOf(world, foreignIds);
    const before = await digestOf(world);
    const rounds = Math.max(1, Math.min(3, Math.round(count / cases.length)));
    const done = await attempt(cases.length * rounds, async (index) => {
      const one = cases[index % cases.length] as Case;
      const answer: AttackAnswer = await call(one, one.fields, 700 + (index % 40));
      if (secrets.some((secret) => answer.text.includes(secret))) return true;
      if (answer.code === one.refusal) return false;
      if (answer.code === resultCodes.ok) return true;
      const { operation, caller, refusal } = one;
      throw new Error(`${operation.id} by ${caller}: ${answer.text} instead of ${refusal}`);
    });
    const accepted = done.accepted + ((await digestOf(world)) === before ? 0 : 1);
    await requireOwnAccess(cases, async (one) => {
      const ids = { ...ownIds, alertId: await makeAlert(world, here) };
      return call(one, expectedAccess[one.operation.name]?.fields?.(ids) ?? {}, 692);
    });
    return { ...done, accepted };
  },
};

/**
 * Calls every operation on a chair that needs a session with only the ID on the chair's label: without a token, and with
 * the ID as the token.
 */
export const useLabels: Attack = {
  name: "calls with only the device ID of a chair's label",
  async run(world, count) {
    const { client, own, test } = world;
    const deviceId = await makeDevice(test.owner, own.outlet);
    const ids: Ids = {
      deviceId,
      areaId: own.outlet.outletId,
      priceId: own.outlet.priceIds[0],
      orderId: own.orderId,
      feedbackId: randomUUID(),
      collectionId: randomUUID(),
      alertId: randomUUID(),
    };
    const published = (await publishedOperations(world)).flatMap((operation) => {
      const { anonymous, fields } = expectedAccess[operation.name] as Expected;
      const sent = fields?.(ids) ?? {};
      return anonymous === resultCodes.tokenMissing && "deviceId" in sent ? [{ operation, sent }] : [];
    });
    if (published.length === 0) throw new Error("no operation has a device ID");
    const call = ({ operation, sent }: (typeof published)[number], sender: Partial<AttackRequest>) => {
      const form = new URLSearchParams(sent).toString();
      const path = `/api${operation.path}`;
      const { method } = operation;
      if (method === "GET") return client.send({ ...sender, method, path: `${path}?${form}` });
      const headers = { "content-type": "application/x-www-form-urlencoded", ...sender.headers };
      return client.send({ ...sender, method, path, headers, body: form });
    };
    const done = await attempt(Math.max(count, 2 * published.length), async (index) => {
      const one = published[Math.floor(index / 2) % published.length] as (typeof published)[number];
      // As a header, because the search for secrets in the log must not take the ID for a secret token.
      const headers = index % 2 === 0 ? {} : { "access-token": deviceId };
      return isAccepted(await call(one, { headers, from: 760 + (index % 20) }), "tokenMissing");
    });
    const { orders } = await sql<{ orders: number }>`
      SELECT count(*)::int AS orders FROM orders WHERE device_id = ${deviceId}`.firstRow(test.owner);
    for (const one of published) {
      const answer = await call(one, { token: own.customerToken, from: 780 });
      requireServed(answer);
      if (answer.code === resultCodes.tokenMissing)
        throw new Error(`${one.operation.id} refuses the token of a customer`);
    }
    return { ...done, accepted: done.accepted + orders };
  },
};

/** Proves that the attack's calls are refused only because of the foreign IDs. */
async function requireOwnAccess(
  cases: readonly Case[],
  callOwn: (one: Case) => Promise<AttackAnswer>,
): Promise<void> {
  for (const one of cases) {
    const codes = (expectedAccess[one.operation.name] as Expected)[one.caller];
    if (typeof codes === "number" || codes[0] === codes[1]) continue;
    const { code, text } = await callOwn(one);
    if (code === one.refusal)
      throw new Error(`${one.operation.id} by ${one.caller} is refused with own IDs too: ${text}`);
  }
}
