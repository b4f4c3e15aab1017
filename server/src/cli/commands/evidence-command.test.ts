import { randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listOpenCases } from "#features/cases/index.ts";
import { webhookPath } from "#features/payments/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, eventually, makePricedOutlet, openOrderApp, type OrderApp } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import type { CompanyPage, CompanyWebhook, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";

let company: PaymentCompany;
let world: OrderApp;
let folder: string;
beforeAll(async () => {
  company = await openStripeCompany();
  world = await openOrderApp({ ...company.env, PAYMENT_SIMULATED: "off" });
  folder = await makeTestFolder("evidence");
});
afterAll(async () => {
  await world.close();
  await company.close();
  await rm(folder, { recursive: true, force: true });
});

async function reposo(...args: string[]) {
  const { code, out: lines } = await runPrinting(args, {
    env: { DATABASE_URL: databaseUrlOf(world.test.connection) },
    clock: world.clock,
    folder,
  });
  return { code, lines };
}

const send = ({ body, headers }: CompanyWebhook) =>
  world.http.inject({ method: "POST", url: webhookPath("stripe"), payload: body, headers });

async function disputedCase(): Promise<string> {
  const outlet = await makePricedOutlet(world.owner);
  const { deviceId } = await addChair(world, outlet, { speed: 600 });
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const { orderId } = await customer.order({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
  const page = [...company.pages.values()].at(-1) as CompanyPage;
  page.state = "paid";
  await send(company.webhookOf(page, randomUUID()));
  await customer.reaches(orderId, "completed");
  await send(company.disputeWebhook(company.dispute(page), randomUUID()));
  return eventually(async () => {
    const [opened] = await listOpenCases(world.database);
    return (opened as { caseId: string }).caseId;
  });
}

it("[DISP-2] attention evidence writes a PDF that only its owner can read, and never over another file", async () => {
  const caseId = await disputedCase();
  const path = join(folder, "evidence.pdf");
  expect(await reposo("attention", "evidence", caseId, "-o", "evidence.pdf")).toEqual({
    code: 0,
    lines: `Written to ${path}.`,
  });
  const pdf = await readFile(path);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.subarray(-6).toString().trim()).toBe("%%EOF");
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  await writeFile(path, "another file");
  expect(await reposo("attention", "evidence", caseId, "-o", path)).toEqual({
    code: 1,
    lines: `${path} could not be written: it exists.`,
  });
  expect(await readFile(path, "utf8")).toBe("another file");

  const { code, lines } = await reposo("attention", "evidence", caseId, "-o", "none/evidence.pdf");
  expect(code).toBe(1);
  expect(lines).toContain(`${join(folder, "none", "evidence.pdf")} could not be written: `);
});
