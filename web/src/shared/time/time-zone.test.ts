import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callHeaders } from "#shared/api/call-headers.ts";
import { clockInZone, dateInZone, displayZone, zoneName } from "#manager/shared/zone/display-zone.ts";
import { stubBrowser } from "#test/stub-browser.ts";
import { chooseZone, deviceZone, quarterOffset, timezoneOffset, zoneKey } from "./time-zone.ts";
import { deviceTimeZone } from "./date-time.ts";

const at = (minutesWest: number) => ({ getTimezoneOffset: () => minutesWest }) as Date;

beforeEach(() => void stubBrowser("/pages/home/home"));
afterEach(() => chooseZone("device"));

it("[NET-1] returns a positive offset for zones east of Greenwich: +480 in Manila", () => {
  expect(timezoneOffset(at(-480))).toBe(480);
  expect(Object.is(timezoneOffset(at(0)), 0)).toBe(true);
});

describe("the time zone of figures", () => {
  it("[DAY-1] is the device's time zone by default", () => {
    expect(deviceZone(at(-480))).toEqual({ name: deviceTimeZone(), offsetMinutes: 480 });
    expect(zoneKey()).toBe(deviceTimeZone());
    expect(callHeaders(null)).toMatchObject({
      "Time-Zone": deviceTimeZone(),
      "Timezone-Offset": String(timezoneOffset()),
    });
  });

  it("[DAY-1] [USER-1] [NET-1] is the account's time zone if chosen, which each call sends as a header", () => {
    chooseZone("account");
    expect(deviceZone(at(-480))).toBeNull();
    expect(zoneKey()).toBeNull();
    expect(callHeaders(null)).toMatchObject({
      "Time-Zone": "account",
      "Timezone-Offset": String(timezoneOffset()),
    });
    expect(displayZone("Asia/Jakarta")).toEqual({ kind: "account", name: "Asia/Jakarta" });
  });

  it("[DAY-1] is the account's time zone if the contract does not accept the device's offset", () => {
    expect(deviceZone(at(-487))).toBeNull();
    expect(quarterOffset(at(-487))).toBe(480);
  });

  it("[DAY-1] determines the date and time of an instant", () => {
    const manila = { kind: "device", offsetMinutes: 480, name: "Asia/Manila" } as const;
    const kathmandu = { kind: "account", name: "Asia/Kathmandu" } as const;
    const midnight = Date.parse("2026-11-20T16:00:00.000Z");
    expect(clockInZone(midnight, manila, "id_ID")).toBe("00:00");
    expect(clockInZone(midnight, kathmandu, "zh_CN")).toBe("21:45");
    expect(dateInZone(midnight, manila)).toBe("2026-11-21");
    expect(dateInZone(midnight, kathmandu)).toBe("2026-11-20");
  });

  it("[DAY-1] has the date and time that applied at the instant, not the offset of today", () => {
    const newYork = { kind: "device", offsetMinutes: -300, name: "America/New_York" } as const;
    const midnight = Date.parse("2026-07-15T04:00:00.000Z");
    expect(clockInZone(midnight, newYork, "en_US")).toBe("00:00");
    expect(dateInZone(midnight - 1, newYork)).toBe("2026-07-14");
  });

  it("[USER-1] has a display name", () => {
    expect(zoneName({ kind: "device", offsetMinutes: 480, name: "Asia/Manila" })).toBe("Asia/Manila (GMT+8)");
    const stJohns = { kind: "device", offsetMinutes: -210, name: "America/St_Johns" } as const;
    expect(zoneName(stJohns)).toBe("America/St Johns (GMT-3:30)");
    // Some browsers do not know the name of their time zone.
    expect(zoneName({ kind: "device", offsetMinutes: 345, name: "" })).toBe("GMT+5:45");
    expect(zoneName({ kind: "account", name: "America/New_York" })).toBe("America/New York");
  });
});
