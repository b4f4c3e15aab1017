import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "#platform/postgres/sql.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeCustomer, makeDevice, makeOrder, makeOutlet } from "#test/app/network-factory.ts";
import { makePricedOutlet, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { openDocument } from "#test/clients/open-document.ts";
import { readLogos } from "./logos.ts";

let folder: string;
let world: OrderApp;
let deviceId: string;
let outletId: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reposo-logo-"));
  await writeFile(join(folder, "logo.svg"), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, "maya.png"), "png");
  world = await openOrderApp({
    OPERATOR_NAME: "Pahinga & Co",
    OPERATOR_LOGO: join(folder, "logo.svg"),
    PAYMENT_METHODS: `PHP: GCash, Maya ${join(folder, "maya.png")}`,
    OPERATOR_COLOR: "#1f5f8b",
    OPERATOR_PHONE: "+63 2 8555 0100",
  });
  outletId = await makeOutlet(world.owner, { name: "Atrium" });
  deviceId = await makeDevice(world.owner, { outletId });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const setContact = (contact: object | null) =>
  sql`UPDATE outlet SET contact = ${contact === null ? null : JSON.stringify(contact)}::jsonb
    WHERE outlet_id = ${outletId}`.execute(world.owner);

it("[HELP-1] a customer's document has the operator's name, colour, and logo, a data centre's has not", async () => {
  const { body } = await openDocument(world.http, "/pages/err/err", null);
  expect(body).toContain("Pahinga &amp; Co</title>");
  expect(body).toContain("--accent:var(--if-light,#1f5f8b)");
  const logo = /src="(\/logos\/\w+)"/.exec(body)?.[1] ?? "";
  const file = await world.http.inject(logo);
  expect(file.headers).toMatchObject({
    "content-type": "image/svg+xml",
    "cache-control": "public, max-age=31536000, immutable",
    // A logo that is opened as a document must not run scripts.
    "content-security-policy": expect.stringContaining("script-src 'self'") as unknown,
  });
  expect(file.body).toContain("<svg");
  const login = await openDocument(world.http, "/pages/login/login", null);
  expect(login.body).toContain("Data Center</title>");
  expect(login.body).not.toContain("#1f5f8b");
});

it("[START-3] a chair's document has the logos of the payment methods, and the initial of one without a logo", async () => {
  const priced = await makeDevice(world.owner, await makePricedOutlet(world.owner));
  const { markup } = await openDocument(world.http, `/pages/index/index?deviceId=${priced}`, null);
  const [, address = ""] = /<img[^>]* src="(\/logos\/\w+)" alt="Maya"/.exec(markup) ?? [];
  const file = await world.http.inject(address);
  expect([file.headers["content-type"], file.body]).toEqual(["image/png", "png"]);
  expect(markup).toMatch(/<span[^>]* aria-hidden="true">G<\/span>GCash/);
});

it("[HELP-1] a chair and an order have the outlet's contact, and inherit the operator's", async () => {
  const { token, caller } = await makeCustomer(world.owner);
  const { customerId } = caller;
  const orderedAt = world.clock.now();
  const orderId = await makeOrder(world.owner, {
    deviceId,
    outletId,
    customerId,
    status: "completed",
    orderedAt,
  });
  const paths = [`/pages/index/index?deviceId=${deviceId}`, `/pages/deviceOrder/order?orderId=${orderId}`];
  const open = () => Promise.all(paths.map((path) => openDocument(world.http, path, token)));
  const [, inherited] = await open();
  expect(inherited?.markup).toContain('href="tel:+63285550100"');

  await setContact({ name: "Ana", phone: "0917 (555) 0101", messengerUrl: null, hours: null });
  const [, own] = await open();
  expect(own?.markup).toContain('href="tel:09175550101"');
  expect(own?.markup).not.toContain("+63285550100");
  const device = await world.http.inject(`/api/web/api/v1/data-centre/device?deviceId=${deviceId}`);
  expect(device.json()).toMatchObject({ data: { contact: { name: "Ana", phone: "0917 (555) 0101" } } });
  await setContact(null);
});

it("[HELP-1] refuses a logo that browsers cannot show, cannot be read, or is too large", async () => {
  await writeFile(join(folder, "large.png"), new Uint8Array(100 * 1024 + 1));
  for (const [name, reason] of [
    ["logo.txt", "must be an svg, png, webp, or jpg file"],
    ["missing.png", "cannot be read"],
    ["large.png", "more than 100 kB"],
  ] as const)
    for (const logos of [
      { operator: { logo: { file: join(folder, name) } }, payments: { methods: {} } },
      {
        operator: { logo: null },
        payments: { methods: { PHP: [{ name: "Maya", logo: { file: join(folder, name) } }] } },
      },
    ])
      await expect(readLogos(logos)).rejects.toThrow(reason);
});
