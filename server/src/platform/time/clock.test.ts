import { expect, it } from "vitest";
import { manualClock, systemClock } from "./clock.ts";

it("advances only when the test advances it, and resolves sleeps whose time has passed", async () => {
  const clock = manualClock(new Date("2026-11-21T08:00:00Z"));
  const woken: string[] = [];
  const sleeps = [
    clock.sleep(2_000).then(() => woken.push("two")),
    clock.sleep(1_000).then(() => woken.push("one")),
    clock.sleep(0).then(() => woken.push("none")),
  ];
  clock.advance(999);
  await sleeps[2];
  expect(woken).toEqual(["none"]);
  clock.set(new Date("2026-11-21T08:00:02Z"));
  await Promise.all(sleeps);
  expect(woken).toEqual(["none", "one", "two"]);
  expect(clock.now()).toEqual(new Date("2026-11-21T08:00:02Z"));
});

it.each([
  ["the system's", systemClock],
  ["a manual", manualClock(new Date())],
])(
  "%s sleep ends immediately if its signal is already aborted, or aborts during the sleep",
  async (_, clock) => {
    await clock.sleep(60_000, AbortSignal.abort());
    const abort = new AbortController();
    const sleep = clock.sleep(60_000, abort.signal);
    abort.abort();
    await sleep;
    await systemClock.sleep(1);
    expect(abort.signal.aborted).toBe(true);
  },
);
