import { randomUUID } from "node:crypto";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listOpenCases } from "#features/cases/index.ts";
import { makeCustomer } from "#test/app/network-factory.ts";
import { addChair, eventually } from "#test/app/order-app.ts";
import { browserOf } from "#test/clients/order-browser.ts";
import { openStripeCompany } from "#test/stand-ins/stripe-company.ts";
import { makeTestFolder } from "#test/test-folder.ts";
import { databaseUrlOf, runPrinting } from "#test/clients/command-line.ts";
import { type CompanyApp, openCompanyApp } from "#test/app/company-app.ts";

let app: CompanyApp;
let folder: string;
beforeAll(async () => {
  app = await openCompanyApp(openStripeCompany);
  folder = await makeTestFolder("evidence");
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function reposo(...args: string[]) {
  const { code, out: lines } = await runPrinting(args, {
    env: { DATABASE_URL: databaseUrlOf(app.world.test.connection) },
    clock: app.world.clock,
    folder,
  });
  return { code, lines };
}

async function disputedCase(): Promise<string> {
  const { world, company, outlet, send, lastPage } = app;
  const { deviceId } = await addChair(world, outlet, { speed: 600 });
  const customer = browserOf(world.http, (await makeCustomer(world.owner)).token);
  const { orderId } = await customer.order({ deviceId, priceId: outlet.priceIds[0], payType: "online" });
  const page = lastPage();
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
