import { afterAll, beforeAll, expect, it } from "vitest";
import { type PushService, startPushService } from "#test/stand-ins/push-service.ts";
import { postPush } from "./push-request.ts";

let push: PushService;
beforeAll(async () => {
  push = await startPushService();
});
afterAll(() => push.close());

const post = (address: string, mayBePrivate = false) =>
  postPush({ mayBePrivate }, address, {}, Buffer.from("message"), new AbortController().signal);

it("[ALERT-4] refuses to connect to a private address, even through a host name", async () => {
  const { endpoint, path } = push.subscribe();
  // The push service is reachable, and refuses the message because it is not encrypted.
  expect(await post(endpoint, true)).toBe(400);
  await expect(async () => post(endpoint)).rejects.toThrow("not the address of a push service");
  await expect(post(endpoint.replace("127.0.0.1", "localhost"))).rejects.toThrow(
    "localhost resolves to an address that is not public",
  );
  expect(push.attempts.get(path)).toBe(1);
});

it("[ALERT-4] does not follow redirects", async () => {
  const browser = push.subscribe();
  push.answer(browser, 307);
  expect(await post(browser.endpoint, true)).toBe(307);
  expect(push.attempts.get(browser.path)).toBe(1);
});
