import { feedbackDetail, feedbackInsert, feedbackList } from "@reposo/contract/feedback/feedback.ts";
import { languages } from "@reposo/contract/text/languages.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dictionaryLabels } from "#features/dictionary/index.ts";
import { call, refusedFields } from "#test/clients/http-client.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet, sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";

let world: OrderApp;
let manager: Record<string, string>;
let newOrder: () => Promise<{ customer: Record<string, string>; orderId: string }>;
beforeAll(async () => {
  world = await sharedOrderApp();
  const outlet = await makePricedOutlet(world.owner);
  const deviceId = await makeDevice(world.owner, outlet);
  manager = { "access-token": (await makeManager(world.owner, { outletIds: [outlet.outletId] })).token };
  newOrder = async () => {
    const { token, caller } = await makeCustomer(world.owner);
    const of = { ...outlet, deviceId, customerId: caller.customerId, status: "completed" } as const;
    return { customer: { "access-token": token }, orderId: await makeOrder(world.owner, of) };
  };
});
afterAll(() => world.close());

async function send(fields: Record<string, unknown>) {
  const { customer, orderId } = await newOrder();
  const answer = await call(world.http, feedbackInsert, { orderId, ...fields }, customer);
  if (answer.code !== 200) return { answer, stored: null };
  const { feedbackId } = answer.data;
  const { data } = await call(world.http, feedbackDetail, { feedbackId }, manager);
  const { problemType, problem } = data.feedback;
  return { answer, stored: { problemType, problem } };
}

describe("a problem that the customer chooses from the list", () => {
  it("[FB-1] is stored with the text, which becomes optional, and is shown to managers", async () => {
    const chosen = { problemType: "dirty", problem: "Chewing gum" };
    expect((await send(chosen)).stored).toEqual(chosen);
    expect((await send({ problemType: "stoppedEarly" })).stored).toEqual({
      problemType: "stoppedEarly",
      problem: "",
    });
    const { data } = await call(world.http, feedbackList, {}, manager);
    expect(data.items.map(({ problemType }) => problemType)).toEqual(["stoppedEarly", "dirty"]);
  });

  it.each([{ problemType: "other" }, { problemType: "other", problem: " " }, { problem: "" }, {}])(
    "[FB-1] is refused without a description: %j",
    async (fields) => {
      const { answer } = await send(fields);
      expect(refusedFields(answer)).toEqual([{ path: "problem", message: "is too short" }]);
    },
  );

  it("[FB-1] must be a value of the list, and its text has at most 140 characters", async () => {
    expect(refusedFields((await send({ problemType: "haunted" })).answer)[0]?.path).toBe("problemType");
    const { answer } = await send({ problemType: "dirty", problem: "x".repeat(141) });
    expect(refusedFields(answer)).toEqual([{ path: "problem", message: "is too long" }]);
  });

  it("[FB-1] is recognised if an older client sends its label as the text", async () => {
    for (const language of languages)
      for (const [value, label] of Object.entries(dictionaryLabels[language].feedbackProblem)) {
        const expected =
          value === "other" ? { problemType: null, problem: label } : { problemType: value, problem: "" };
        expect((await send({ problem: label })).stored, label).toEqual(expected);
      }
    expect((await send({ problem: "wrongCharge" })).stored).toEqual({
      problemType: "wrongCharge",
      problem: "",
    });
    const description = "The massage stopped early, after two minutes";
    expect((await send({ problem: description })).stored).toEqual({
      problemType: null,
      problem: description,
    });
  });
});
