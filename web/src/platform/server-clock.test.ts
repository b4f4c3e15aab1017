import { expect, it } from "vitest";
import { noteServerTime, serverNow } from "./server-clock.ts";

const near = (offset: number) => expect(Math.abs(serverNow() - Date.now() - offset)).toBeLessThan(5);
const stamp = (at: number) => new Date(at).toISOString();

it("[CNT-1] follows the server's clock, believing the quickest answer, and notices that the phone's was set", () => {
  const now = Date.now();
  noteServerTime(stamp(now + 60_000), now - 100, now + 100);
  near(60_000);
  noteServerTime(stamp(now + 60_030), now - 20, now + 20);
  near(60_030);
  // Slower, and no contradiction: kept out.
  noteServerTime(stamp(now + 60_200), now - 400, now + 400);
  near(60_030);
  // An hour off is no delay of the network.
  noteServerTime(stamp(now + 3_600_000), now - 400, now + 400);
  near(3_600_000);
});
