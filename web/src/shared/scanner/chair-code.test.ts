import { describe, expect, it } from "vitest";
import { cameraFailureOf } from "./use-camera.ts";
import { findChair } from "./chair-code.ts";

const accepted = ["https://reposo.example", "https://old.example:8443"];
const link = (deviceId: string) => `https://reposo.example/pages/index/index?deviceId=${deviceId}`;
const unknown = { problem: "deviceUnknown" };

describe("scanned codes", () => {
  it.each([
    ["MC100001", "MC100001"],
    [" mc100001\n", "MC100001"],
    ["0042", "0042"],
    ["https://reposo.example/pages/index/index?deviceId=MC100001", "MC100001"],
    ["https://reposo.example/pages/index/index?utm=x&deviceId=mc100001#a", "MC100001"],
    ["https://old.example:8443/pages/index/index?deviceId=MC100001", "MC100001"],
    ["https://evil.example/pages/index/index?deviceId=MC100001", null],
    ["https://reposo.example.evil.example/pages/index/index?deviceId=MC100001", null],
    ["https://reposo.example@evil.example/pages/index/index?deviceId=MC100001", null],
    ["http://reposo.example/pages/index/index?deviceId=MC100001", null],
    ["https://reposo.example/pages/login/login?deviceId=MC100001", null],
    ["https://reposo.example/pages/index/index?deviceId=../../x", null],
    ["https://reposo.example/pages/index/index", null],
    ["javascript:alert(1)", null],
    ["MC1", null],
    ["WIFI:S:mall;;", null],
    ["", null],
  ])("[QS-2] extracts from %j the device ID %j", (text, deviceId) => {
    expect(findChair([text], accepted)).toEqual(deviceId === null ? unknown : { deviceId });
  });

  it.each([
    [["https://mall.example/w", link("MC100001")], { deviceId: "MC100001" }],
    [[link("MC100001"), "ASSET00123"], { deviceId: "MC100001" }],
    [[link("MC100001"), link("mc100001"), "MC100001"], { deviceId: "MC100001" }],
    [[link("MC100001"), link("MC100002")], { problem: "severalChairs" }],
    [["MC100001", "MC100002"], { problem: "severalChairs" }],
    [["https://mall.example/w", "WIFI:S:mall;;"], unknown],
    [[], unknown],
  ])("[QS-2] finds among the codes %j %j", (codes, found) => {
    expect(findChair(codes, accepted)).toEqual(found);
  });

  it.each([
    ["NotAllowedError", "denied"],
    ["NotFoundError", "none"],
    ["NotReadableError", "busy"],
    ["NoCodeReaderError", "noDecoder"],
    ["TypeError", "failed"],
  ])("[QS-1] reports the camera error %s as %s", (name, reason) => {
    expect(cameraFailureOf(name)).toBe(reason);
  });
});
