import { expect, it } from "vitest";
import { newIdempotencyKey, timezoneOffset } from "./api-exchange.ts";

it("[NET-1] inverts the sign of the time zone's offset: +480 in Manila", () => {
  const manila = { getTimezoneOffset: () => -480 } as Date;
  expect(timezoneOffset(manila)).toBe(480);
  expect(Object.is(timezoneOffset({ getTimezoneOffset: () => 0 } as Date), 0)).toBe(true);
});

it("[START-6] makes keys that do not repeat", () => {
  const keys = new Set(Array.from({ length: 1_000 }, newIdempotencyKey));
  expect(keys.size).toBe(1_000);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
