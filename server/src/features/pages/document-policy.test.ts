import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sharedOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { makeDevice, makeOutlet } from "#test/app/network-factory.ts";
import { openDocument } from "#test/clients/open-document.ts";

let world: OrderApp;
beforeAll(async () => {
  world = await sharedOrderApp();
});
afterAll(() => world.close());

const chairPage = async () => {
  const outletId = await makeOutlet(world.owner);
  return `/pages/index/index?deviceId=${await makeDevice(world.owner, { outletId })}`;
};

it.each([
  ["a chair", chairPage],
  ["the login", async () => "/"],
  ["home", async () => "/pages/home/home"],
  ["an error", async () => "/pages/err/err?errMsg=</script><script>alert(1)</script>"],
])(
  "[START-2] the document of %s contains no secrets, and its policy allows only its own inline script",
  async (_, addressOf) => {
    const { headers, body } = await openDocument(world.http, await addressOf(), null);
    const policy = String(headers["content-security-policy"]);
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? "";
    expect(scripts).toContain("'self'");
    expect(scripts).not.toMatch(/unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|\*|https?:/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(body).not.toContain("alert(1)</script>");
    // The browser runs the script that stores early taps, because the policy contains its hash.
    const inline = [...body.matchAll(/<script>([^<]*)<\/script>/g)].map((match) => match[1] ?? "");
    expect(inline).toHaveLength(1);
    const digest = createHash("sha256")
      .update(inline[0] ?? "")
      .digest("base64");
    expect(scripts).toContain(`'sha256-${digest}'`);
    expect(body.match(/<script(?!>|[^>]*(src=|application\/json))/g)).toBeNull();
    expect(body).not.toMatch(/credential(?!s:"omit")|secret|password_hash/i);
  },
);
