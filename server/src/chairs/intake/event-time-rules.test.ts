import { describe, expect, it } from "vitest";
import { eventTime } from "./event-time-rules.ts";

const arrivedAt = new Date("2026-11-21T08:00:00.000Z");
const installedAt = new Date("2026-11-01T00:00:00.000Z");
const timeOf = (claimed: string | null) => eventTime(claimed, arrivedAt, installedAt);
const arrival = { occurredAt: arrivedAt, isUnreliable: true };

describe("the time of an event", () => {
  it.each(["2026-11-21T07:59:59.999Z", "2026-11-01T00:00:00.000Z", "2026-11-14T12:00:00.000Z"])(
    "[G-7] %s is the time that the chair reports, even weeks later",
    (claimed) => {
      expect(timeOf(claimed)).toEqual({ occurredAt: new Date(claimed), isUnreliable: false });
    },
  );

  it("[G-7] is the time of arrival if the chair's clock is slightly ahead", () => {
    expect(timeOf("2026-11-21T08:00:05.000Z")).toEqual({ occurredAt: arrivedAt, isUnreliable: false });
  });

  it.each([
    [null, "no clock yet"],
    ["", "nothing"],
    ["yesterday", "no instant"],
    ["2026-11-21T08:00:05.001Z", "the future"],
    ["2031-01-01T00:00:00.000Z", "years ahead"],
    ["2026-10-31T23:59:59.999Z", "before the chair stood there"],
    ["1970-01-01T00:00:00.000Z", "a clock that lost its battery"],
    ["+275760-09-13T00:00:00.000Z", "the end of time"],
  ])("[G-7] %s (%s) is replaced by the time of arrival and marked as unreliable", (claimed, _why) => {
    expect(timeOf(claimed)).toEqual(arrival);
  });
});
