import { expect, it } from "vitest";
import { newIdempotencyKey } from "./api-exchange.ts";

it("[START-6] makes keys that do not repeat", () => {
  const keys = new Set(Array.from({ length: 1_000 }, newIdempotencyKey));
  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
