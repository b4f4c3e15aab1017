import { buffer } from "node:stream/consumers";
import { systemClock } from "@reposo/server/platform/time/clock.ts";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { watchCopies } from "#browser/copies.ts";
import { openBrowser, openPhone } from "#browser/phone.ts";
import { visit } from "#browser/steps.ts";
import { type ManagerAccount, type Network, openNetwork } from "#stage/network.ts";
import { signIn } from "#stage/sign-in.ts";
import { manilaDate, manilaMidnight, recordIncome } from "#stage/record-income.ts";

const server = inject("server");
let network: Network;
let browser: Browser;
let manager: ManagerAccount;
let outletIds: readonly string[];
const deviceIds: string[] = [];

const yesterday = new Date(manilaMidnight(systemClock.now(), 1).getTime() + 10 * 3_600_000);

beforeAll(async () => {
  network = await openNetwork(server);
  browser = await openBrowser();
  outletIds = await network.addOutlets(["Glorietta", "Ayala, =1+1"]);
  for (const [at, outletId] of outletIds.entries()) {
    const deviceId = await network.addDevice(outletId);
    const [payType, amountMinor] = at === 0 ? (["online", 1_234_50] as const) : (["cash", 50_00] as const);
    await recordIncome(network.database, { outletId, deviceId, at: yesterday, payType, amountMinor });
    deviceIds.push(deviceId);
  }
  manager = await network.addManager(outletIds);
});

afterAll(async () => {
  await browser.close();
  await network.close();
});

/** Opens the report of two outlets with income of yesterday, which no test changes. */
async function openReport() {
  const phone = await openPhone(browser, { origin: server.url, session: await signIn(server, manager) });
  return { ...phone, outletIds, deviceIds };
}

/** The dates are explicit, because "yesterday" changes if midnight passes during the tests. */
const address = `/pages/details/details?range=custom&startDate=${manilaDate(yesterday)}&endDate=${manilaDate(yesterday)}`;

async function openSheet(page: Page, at = address): Promise<void> {
  await visit(page, at);
  await page.getByRole("button", { name: "Export" }).first().click();
}

async function downloaded(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `Download ${format}` }).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) };
}

describe("exports", () => {
  it("[DET-1] [I18N-3] downloads the shown outlets as CSV with escaped formulas, and as a workbook", async () => {
    const { page, consoleProblems, close } = await openReport();
    await openSheet(page);
    const csv = await downloaded(page, "CSV");
    expect(csv.name).toMatch(/\.csv$/);
    await page.getByText(`Saved as ${csv.name}`).waitFor();
    const text = csv.bytes.toString("utf8");
    expect(text.startsWith("\ufeff")).toBe(true);
    expect(text.trimEnd().split("\r\n")).toHaveLength(3);
    expect(text).toContain("Glorietta");
    expect(text).toMatch(/1234\.50?/);
    await page.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Export" }).first().click();
    const workbook = await downloaded(page, "Excel (XLSX)");
    expect(workbook.name).toMatch(/\.xlsx$/);
    expect(workbook.bytes.subarray(0, 2).toString()).toBe("PK");
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[DET-1] downloads the rows of each level: an outlet's devices, and the transactions of one channel", async () => {
    const { page, outletIds, deviceIds, consoleProblems, close } = await openReport();
    await openSheet(page, `${address}&areaId=${outletIds[0]}`);
    const devices = (await downloaded(page, "CSV")).bytes.toString("utf8").trimEnd().split("\r\n");
    expect(devices).toHaveLength(2);
    expect(devices[1]).toContain(deviceIds[0]);
    await openSheet(page, `${address}&channel=cash&currency=PHP`);
    const entries = (await downloaded(page, "CSV")).bytes.toString("utf8").trimEnd().split("\r\n");
    expect(entries).toHaveLength(2);
    expect(entries[1]).toContain(deviceIds[1]);
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[I18N-1] provides a link that any browser can open, for copying by a tap or by hand", async () => {
    const { page, consoleProblems, close } = await openReport();
    const copied = await watchCopies(page);
    await openSheet(page);
    await page.getByRole("button", { name: "Get a link instead" }).click();
    await page.getByRole("button", { name: "Link to CSV" }).click();
    const link = await page.getByLabel("Link to the file").inputValue();
    expect(new URL(link).origin).toBe(server.url);
    await page.getByText(/Valid until \d\d:\d\d/).waitFor();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await copied()).toBe(link);
    // Another client opens the link without a token and with another language.
    const answer = await fetch(link, { headers: { "accept-language": "id" } });
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect((await answer.text()).trimEnd().split("\r\n")).toHaveLength(3);
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("selects the link for copying by hand if the browser allows no access to the clipboard", async () => {
    const { page, close } = await openReport();
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await openSheet(page);
    await page.getByRole("button", { name: "Get a link instead" }).click();
    await page.getByRole("button", { name: "Link to Excel (XLSX)" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByText("The link is selected. Press and hold it to copy.").waitFor();
    const selected = () => {
      const field = document.activeElement as HTMLInputElement;
      return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
    };
    expect(await page.evaluate(selected)).toBe(await page.getByLabel("Link to the file").inputValue());
    await close();
  });

  it("offers the link first in an in-app browser that discards downloads", async () => {
    const { page, context, close } = await openReport();
    await context.addInitScript(() => {
      const userAgent = `${navigator.userAgent} GCash/5.66`;
      Object.defineProperty(navigator, "userAgent", { value: userAgent });
    });
    await openSheet(page);
    await page.getByText("Some apps block downloads.").waitFor();
    await page.getByRole("button", { name: "Link to CSV" }).waitFor();
    await page.getByRole("button", { name: "Download here instead" }).click();
    await page.getByRole("button", { name: "Download CSV" }).waitFor();
    expect(await page.getByText("Export all rows of this view with its filters.").count()).toBe(1);
    await close();
  });
});

/** Makes the response of an export arrive row by row, as over a slow connection; other requests are not changed. */
async function slowLine(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const straight = window.fetch;
    window.fetch = async (input, init) => {
      // The page requests the file by a string; other requests may use a Request object.
      const address = typeof input === "string" ? input : "";
      if (!address.includes("/area/export")) return straight(input, init);
      const isCsv = address.includes("format=csv");
      let row = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          if (init?.signal?.aborted) return controller.error(new Error("aborted"));
          controller.enqueue(
            new TextEncoder().encode(row === 0 ? "heading\r\n" : `row ${row}\r\n`.padEnd(20_000, "\r\n")),
          );
          row += 1;
          if (row === 900) controller.close();
        },
      });
      const type = isCsv ? "text/csv" : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
      return new Response(body, { headers: { "content-type": type, "export-rows": "10000000" } });
    };
  });
}

describe("a slow export", () => {
  it("shows its progress in rows if the total is known and in megabytes otherwise, and can be cancelled", async () => {
    const { page, consoleProblems, close } = await openReport();
    await slowLine(page);
    await openSheet(page);
    await page.getByRole("button", { name: "Download CSV" }).click();
    await page.getByText(/^[\d,]+ of 10,000,000 rows$/).waitFor();
    await expect
      .poll(() => page.getByRole("progressbar").getAttribute("aria-valuenow"), { timeout: 30_000 })
      .toMatch(/^\d+$/);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Download Excel (XLSX)" }).click();
    await page.getByText(/^\d+\.\d MB received$/).waitFor();
    expect(await page.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Download CSV" }).waitFor();
    expect(consoleProblems).toEqual([]);
    await close();
  });

  it("[NET-3] shows why it failed, retries on request, and keeps the keyboard focus in the sheet", async () => {
    const { page, close } = await openReport();
    let outcome: "refused" | "cut" | "whole" = "refused";
    await page.route("**/area/export*", (route) => {
      if (outcome === "cut") return route.abort();
      if (outcome === "whole") return route.continue();
      return route.fulfill({ json: { code: 20601, message: "Outlet not found", data: null } });
    });
    await openSheet(page);
    await page.getByRole("button", { name: "Download CSV" }).click();
    await page.getByRole("alert").getByText("Outlet not found").waitFor();
    const focused = (name: string) => page.getByRole("button", { name }).and(page.locator(":focus"));
    await focused("Try again").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await focused("Download CSV").waitFor();
    outcome = "cut";
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("Network connection failed").waitFor();
    await focused("Try again").waitFor();
    outcome = "whole";
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Try again" }).click(),
    ]);
    await page.getByText(`Saved as ${download.suggestedFilename()}`).waitFor();
    await focused("Done").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    await close();
  });
});
