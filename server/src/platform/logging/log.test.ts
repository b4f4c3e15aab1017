import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createLog, type LogLevel } from "./log.ts";

function logged(level: LogLevel, entry: object): string {
  let text = "";
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  createLog(level, destination).info(entry, "entry");
  return text;
}

it("redacts a secret anywhere in an entry", () => {
  const secret = "s3cr3t";
  const text = logged("info", {
    token: secret,
    request: { password: secret, headers: { "access-token": secret, authorization: secret } },
    headers: { "access-token": secret, cookie: secret },
    call: { body: { couponCode: secret, cashCouponCode: secret, ticket: secret } },
    deviceId: "MC100001",
  });
  expect(text).toContain("MC100001");
  expect(text).toContain("[redacted]");
  expect(text).not.toContain(secret);
});

it("writes no entry below its level", () => {
  expect(logged("warn", { deviceId: "MC100001" })).toBe("");
});
