import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { dictionary } from "@reposo/contract/text/dictionary.ts";
import { priceGroup } from "@reposo/contract/devices/devices.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

const read = (path: string, encoding?: string) =>
  world.http.inject({
    url: `/api${path}`,
    headers: encoding === undefined ? {} : { "accept-encoding": encoding },
  });

it("[PERF-1] compresses a long response for clients that accept it", async () => {
  const plain = await read(dictionary.path);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.json()).toMatchObject({ code: 200 });
  const brotli = await read(dictionary.path, "gzip, deflate, br");
  expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: expect.stringContaining("lang") });
  expect(brotli.headers.vary).toMatch(/accept-encoding/i);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(brotli.rawPayload.length).toBeLessThan(plain.body.length / 2);
  const gzip = await read(dictionary.path, "gzip");
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
});

it("[PERF-1] sends a short response uncompressed, and an unchanged response without a body", async () => {
  const refused = await read(`${priceGroup.path}?deviceId=MC1`, "br");
  expect(refused.headers["content-encoding"]).toBeUndefined();
  expect(refused.json()).toMatchObject({ code: expect.any(Number) });
  const { headers } = await read(dictionary.path, "br");
  const unchanged = await world.http.inject({
    url: `/api${dictionary.path}`,
    headers: { "accept-encoding": "br", "if-none-match": String(headers["etag"]) },
  });
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ""]);
});

it("[PERF-1] lists accept-encoding in the Vary header, whether the response is compressed or not", async () => {
  for (const path of [`/api${dictionary.path}`, "/pages/home/home"]) {
    const variesWith = async (headers = {}) =>
      String((await world.http.inject({ url: path, headers })).headers.vary)
        .split(", ")
        .sort();
    const plain = await variesWith();
    expect(plain, path).toContain("accept-encoding");
    expect(await variesWith({ "accept-encoding": "br" }), path).toEqual(plain);
  }
});
