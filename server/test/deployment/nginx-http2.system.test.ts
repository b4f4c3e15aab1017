import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { changeService } from "@reposo/contract/devices/devices.ts";
import type { Endpoint, Envelope, ReplyOf } from "@reposo/contract/endpoint.ts";
import { getPolicy } from "@reposo/contract/feedback/uploads.ts";
import { guestLogin, loginInfo } from "@reposo/contract/sessions/login.ts";
import { liveEventsPath } from "@reposo/contract/sessions/event-stream.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findMedia } from "#features/uploads/uploads-store.ts";
import { makeCustomer, makeDevice, makeManager, makeOrder } from "#test/app/network-factory.ts";
import { makePricedOutlet } from "#test/app/order-app.ts";
import { type Http2Client, openHttp2 } from "#test/clients/http2-client.ts";
import { formOf, keyIn, multipart } from "#test/clients/upload-client.ts";
import { openTestDatabase, type TestDatabase } from "#test/database/database.ts";
import { openNginx, type Nginx } from "#test/network/nginx.ts";
import { openKilledServers, type KilledServers } from "#test/processes/killed-server.ts";
import { makeTestFolder } from "#test/test-folder.ts";

let db: TestDatabase;
let servers: KilledServers;
let proxy: Nginx;
let folder: string;
let client: Http2Client;
const callsPerMinute = 30;
const json = { "content-type": "application/json" };
const dataOf = <E extends Endpoint>(_endpoint: E, text: string): ReplyOf<E> =>
  (JSON.parse(text) as Envelope<ReplyOf<E>>).data;

beforeAll(async () => {
  db = await openTestDatabase();
  folder = await makeTestFolder("http2");
  servers = await openKilledServers(db.connection, {
    TRUST_PROXY: "127.0.0.1",
    PUBLIC_URL: "https://chairs.example.com",
    CALLS_PER_MINUTE_ADDRESS: String(callsPerMinute),
  });
  const server = await servers.start();
  proxy = await openNginx(folder, Number(new URL(server.url).port));
  client = await openHttp2(proxy.httpsPort);
}, 120_000);
afterAll(async () => {
  client.close();
  await proxy.stop();
  await servers.close();
  await db.close();
  await rm(folder, { recursive: true });
});

async function makeNetwork() {
  const outlet = await makePricedOutlet(db.owner);
  const deviceId = await makeDevice(db.owner, outlet);
  const customer = await makeCustomer(db.owner);
  const { customerId } = customer.caller;
  await makeOrder(db.owner, { ...outlet, deviceId, customerId, status: "completed" });
  const manager = await makeManager(db.owner, { outletIds: [outlet.outletId] });
  return { deviceId, customer: customer.token, manager: manager.token };
}

describe("HTTP/2 through nginx with the configuration of docs/operating.md", () => {
  it("[ATTACK-2] is negotiated by ALPN, and carries pages with their files, and calls", async () => {
    expect(client.protocol).toBe("h2");
    const page = await client.send("/pages/index/index");
    expect(page).toMatchObject({
      status: 200,
      headers: { "content-type": expect.stringMatching(/^text\/html/) },
    });
    expect(page.headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    const [, script] = /<(?:script|link)[^>]+"(\/[^"]+\.js)"/.exec(page.text) ?? [];
    const files = await Promise.all([1, 2, 3].map(() => client.send(script as string)));
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200]);
    const guest = await client.send(`/api${guestLogin.path}`, { method: "POST", headers: json, body: "{}" });
    const { token } = dataOf(guestLogin, guest.text);
    const info = await client.send(`/api${loginInfo.path}`, { headers: { "access-token": token } });
    expect(info.status).toBe(200);
  });

  it("[HOME-3] delivers live events at once, beside other calls of the same connection", async () => {
    const { deviceId, manager } = await makeNetwork();
    const events = client.stream(`/api${liveEventsPath}`, { "access-token": manager });
    const chunks = events[Symbol.asyncIterator]();
    // The first chunk shows that the server has begun the stream.
    let received = (await chunks.next()).value as string;
    const changed = await client.send(`/api${changeService.path}`, {
      method: "POST",
      headers: { ...json, "access-token": manager },
      body: JSON.stringify({ deviceId, inService: false, reason: "The armrest is loose" }),
    });
    expect(changed.status).toBe(200);
    while (!received.includes("event: device")) received += (await chunks.next()).value as string;
    expect(received).toContain(deviceId);
    await chunks.return?.();
  });

  it("[FB-2] forwards an upload of several megabytes", async () => {
    const { customer } = await makeNetwork();
    const policy = dataOf(
      getPolicy,
      (await client.send(`/api${getPolicy.path}`, { headers: { "access-token": customer } })).text,
    );
    const [width, height] = [1_600, 1_200];
    const bytes = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer();
    expect(bytes.length).toBeGreaterThan(5_000_000);
    const { payload, headers } = multipart(formOf(policy), { bytes, type: "image/png" });
    const stored = await client.send("/uploads/", { method: "POST", headers, body: payload });
    expect(stored).toMatchObject({ status: 200 });
    expect(await findMedia(db.database, keyIn(policy))).toMatchObject({ kind: "picture" });
  });

  it("[ATTACK-2] limits calls by the client's address, whatever address its headers name", async () => {
    // Only on Linux, all of 127.0.0.0/8 belongs to this machine.
    const isLinux = process.platform === "linux";
    const one = await openHttp2(proxy.httpsPort, isLinux ? "127.0.0.8" : "127.0.0.1");
    const other = await openHttp2(proxy.httpsPort, isLinux ? "127.0.0.9" : "127.0.0.1");
    const call = async (sender: Http2Client, index: number) =>
      (
        await sender.send(`/api${guestLogin.path}`, {
          method: "POST",
          headers: { ...json, "x-forwarded-for": `203.0.113.${index}` },
          body: "{}",
        })
      ).status;
    const statuses: number[] = [];
    // A minute may begin between the calls, so that only a later call exceeds the limit.
    for (let index = 0; index < 2 * callsPerMinute + 2 && !statuses.includes(429); index += 1)
      statuses.push(await call(one, index));
    expect(statuses.slice(0, -1)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
    if (isLinux) {
      expect(statuses.length).toBeGreaterThan(callsPerMinute);
      expect(await call(other, 0)).toBe(200);
    }
    one.close();
    other.close();
  });
});
