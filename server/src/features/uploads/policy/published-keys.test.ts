import { expect, it } from "vitest";
import { manualClock } from "#platform/time/clock.ts";
import { silentLog } from "#platform/logging/log.ts";
import { createPublishedKeys } from "./published-keys.ts";

const usual = "https://gosspublic.alicdn.com/callback_pub_key_v1.pem";
const at = (name: string) => `https://gosspublic.alicdn.com/${name}`;

/** Publishes a key at `good` and at the usual URL, and records every request. */
function open() {
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const requests: string[] = [];
  const keys = createPublishedKeys({ clock, log: silentLog }, async (url) => {
    requests.push(url);
    if (![at("good"), usual].includes(url)) throw new Error("not found");
    return "key";
  });
  return { clock, requests, keys };
}

it("[FB-2] fetches the key of callbacks only from the location where Alibaba publishes it", async () => {
  const { keys, requests } = open();
  for (const url of ["", "http://elsewhere.example/good", "https://gosspublic.alicdn.com.example/good"])
    expect(await keys.keyAt(url)).toBeNull();
  expect(requests).toEqual([]);
  expect(await keys.keyAt("http://gosspublic.alicdn.com/good")).toBe("key");
  expect(requests).toEqual([at("good")]);
});

it("[FB-2] fetches a key once for concurrent requests", async () => {
  const { keys, requests } = open();
  const all = await Promise.all([1, 2, 3].map(() => keys.keyAt(at("good"))));
  expect([...all, await keys.keyAt(at("good"))]).toEqual(["key", "key", "key", "key"]);
  expect(requests).toHaveLength(1);
});

it("[FB-2] rejects a missing key, and does not fetch it again for a minute", async () => {
  const { keys, requests, clock } = open();
  for (const _ of [1, 2, 3]) expect(await keys.keyAt(at("missing"))).toBeNull();
  expect(requests).toHaveLength(1);
  clock.advance(60_001);
  expect(await keys.keyAt(at("missing"))).toBeNull();
  expect(requests).toHaveLength(2);
});

it("[FB-2] fetches invented URLs only a few times per minute, and keeps known keys", async () => {
  const { keys, requests, clock } = open();
  expect(await keys.keyAt(at("good"))).toBe("key");
  for (let made = 0; made < 500; made += 1) expect(await keys.keyAt(at(`made/up/${made}`))).toBeNull();
  expect(requests.length).toBeLessThanOrEqual(8);
  expect(await keys.keyAt(at("good"))).toBe("key");
  // Invented URLs do not prevent the usual key from being fetched.
  expect(await keys.keyAt(usual)).toBe("key");
  const before = requests.length;
  clock.advance(60_001);
  await keys.keyAt(at("made/up/again"));
  expect(requests.length).toBe(before + 1);
});
