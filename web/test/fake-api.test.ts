import { beforeAll, expect, it } from "vitest";
import { openWindow } from "./browser-window.ts";
import { publicDeviceOf } from "./data/chair-data.ts";
import { createFakeApi, type Handlers, Refusal } from "./fake-api.ts";

beforeAll(() => void openWindow("/"));

const device = "/api/web/api/v1/data-centre/device?deviceId=MC1000";
const status = "/api/web/api/v1/data-centre/device-status";

/** Makes a call. @returns what the fake network reports */
async function problemsOf(handlers: Handlers, url: string, init: RequestInit = {}): Promise<string> {
  const api = createFakeApi(handlers);
  await api.fetch(url, init).catch(() => null);
  return api.problems.join();
}

it("accepts a call that matches the contract, and sends the envelope without undeclared fields", async () => {
  const api = createFakeApi({
    publicDevice: ({ deviceId }) => Object.assign(publicDeviceOf({ deviceId }), { secret: 1 }),
  });
  const response = await api.fetch(device);
  const envelope = (await response.json()) as { code: number; data: object };
  expect(envelope).toMatchObject({ code: 200, data: { deviceId: "MC1000", available: true } });
  expect(envelope.data).not.toHaveProperty("secret");
  expect(api.problems).toEqual([]);
});

it.each<[string, Handlers, string, RequestInit, RegExp]>([
  ["without a handler", {}, device, {}, /no handler for publicDevice/],
  ["to an unknown path", {}, "/api/nothing", {}, /no operation/],
  [
    "whose request violates the contract",
    { publicDevice: () => publicDeviceOf() },
    "/api/web/api/v1/data-centre/device",
    {},
    /the request of publicDevice violates the contract/,
  ],
  [
    "whose reply violates the contract",
    { publicDevice: () => publicDeviceOf({ serverTime: "yesterday", deviceId: "?" }) },
    device,
    {},
    /the reply of publicDevice violates the contract/,
  ],
  [
    "refused with a code that the operation does not declare",
    {
      publicDevice: () => {
        throw new Refusal("couponUnknown", "");
      },
    },
    device,
    {},
    /publicDevice does not declare the code couponUnknown/,
  ],
  [
    "without the token that it needs",
    { deviceStatus: () => null },
    status,
    { method: "POST", body: new URLSearchParams({ deviceId: "MC1000" }) },
    /deviceStatus needs a token/,
  ],
])("reports a call %s", async (_, handlers, url, init, problem) => {
  expect(await problemsOf(handlers, url, init)).toMatch(problem);
});
