import { describe, expect, it } from "vitest";
import { isPublicAddress, parsePushEndpoint } from "./push-request.ts";

describe("[ALERT-4] the address of a push service", () => {
  it.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/QGuQ",
    "https://8.8.8.8/push",
    "https://[2606:4700::1111]/push",
  ])("is accepted: %s", (address) => {
    expect(parsePushEndpoint(address, false)).toBe(address);
  });

  it.each([
    "http://fcm.googleapis.com/send",
    "https://user:secret@push.example.com/",
    "ftp://push.example.com/",
    "push.example.com",
    "",
    "https://127.0.0.1/push",
    "https://127.1/push",
    "https://2130706433/push",
    "https://0x7f.1/push",
    "https://10.0.0.8/push",
    "https://172.16.5.4/push",
    "https://192.168.1.1/push",
    "https://169.254.169.254/latest/meta-data",
    "https://100.64.0.1/push",
    "https://0.0.0.0/push",
    "https://[::1]/push",
    "https://[::ffff:127.0.0.1]/push",
    "https://[::ffff:a00:1]/push",
    "https://[fd00::1]/push",
    "https://[fe80::1]/push",
    "https://[64:ff9b::7f00:1]/push",
    "https://[::7f00:1]/push",
    "https://[::169.254.169.254]/push",
  ])("is refused: %s", (address) => {
    expect(parsePushEndpoint(address, false)).toBeNull();
  });

  it("may be private if tests permit it, but must always be https", () => {
    expect(parsePushEndpoint("https://127.0.0.1:8443/push", true)).toBe("https://127.0.0.1:8443/push");
    expect(parsePushEndpoint("http://127.0.0.1:8443/push", true)).toBeNull();
  });

  it.each([
    ["127.0.0.53", false],
    ["10.1.2.3", false],
    ["::ffff:192.168.0.1", false],
    ["224.0.0.1", false],
    ["not an address", false],
    ["142.250.72.10", true],
    ["2a00:1450:4001::200a", true],
  ])("is public or not after its name was resolved: %s", (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic);
  });
});
