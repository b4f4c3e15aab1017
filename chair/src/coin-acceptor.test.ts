import { maxRunSeconds } from "@reposo/contract/devices/chair-topics.ts";
import { expect, it } from "vitest";
import { blankContents } from "./chair-memory.ts";
import { acceptCoin, acceptsCoins } from "./coin-acceptor.ts";

it("[PROTO-4] lengthens a run by coins only up to the protocol's maximum", () => {
  const at = { wallClockMs: Date.UTC(2026, 10, 28, 9), stopwatchMs: 0 };
  const tariff = { gear: 2, amountMinor: 1_000, seconds: 60 };
  const coin = { amountMinor: 500_000, currency: "IDR", newRunId: "run-1" } as const;
  let contents = blankContents("epoch-1");
  const lengths = [1, 2, 3].map(() => {
    contents = acceptCoin(contents, at, coin, tariff);
    return contents.run?.totalSeconds;
  });
  expect(acceptsCoins(contents)).toBe(false);
  expect(lengths).toEqual([30_000, maxRunSeconds, maxRunSeconds]);
  expect(contents.coinCounter).toBe(1_500_000);
  const bought = contents.events.filter(({ type }) => type === "coin").map(({ seconds }) => seconds);
  expect(bought).toEqual([30_000, 6_000, 0]);
});
