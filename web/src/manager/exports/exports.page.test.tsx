import { describe, expect, it, vi } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { areaOf, noLateEntries, overviewOf } from "#test/data/report-data.ts";
import { ConnectionLost, type Handlers, Refusal } from "#test/fake-api.ts";
import { openPage, type Page } from "#test/open-page.ts";

const address = "/pages/details/details?range=custom&startDate=2026-03-01&endDate=2026-03-01";
const link = "https://reposo.example/api/files/report.csv?ticket=1";
const fileName = "Report 2026-03-01.csv";

/** A file that the server sends, or a stream that the test controls. */
const fileOf = (body: string | ReadableStream<Uint8Array>, rows: number | null = null) =>
  new Response(body, {
    headers: {
      "content-type": "text/csv",
      "content-disposition": `attachment; filename="${fileName}"`,
      ...(rows !== null && { "export-rows": String(rows) }),
    },
  }) as unknown as null;

async function openSheet(handlers: Handlers = {}, prepare?: () => void): Promise<Page> {
  const page = await openPage(address, {
    session: managerSession,
    ...(prepare && { prepare }),
    api: {
      ...managerHandlers(),
      incomeDetailByArea: () => overviewOf([areaOf({ cash: 5_000 })]),
      lateEntries: noLateEntries,
      areaExport: () => fileOf("a,b\r\n1,2\r\n"),
      exportLink: () => ({ url: link, expiresAt: instantAfter(600) }),
      ...handlers,
    },
  });
  await page.tap("button", "Export");
  await page.find("dialog", "Export");
  return page;
}

/** Records the names under which the page saves files. */
function watchSaved(): string[] {
  const saved: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:file");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

const dayOf = { range: "custom", startDate: "2026-03-01", endDate: "2026-03-01" };

it("[DET-1] downloads what the page shows as CSV or as a workbook", async () => {
  const page = await openSheet();
  const saved = watchSaved();
  await page.tap("button", "Download CSV");
  await page.findText(`Saved as ${fileName}`);
  expect(saved).toEqual([fileName]);
  await page.tap("button", "Done");
  await page.until(() => expect(page.queryByRole("dialog")).toBeNull());
  await page.tap("button", "Export");
  await page.tap("button", "Download Excel (XLSX)");
  await page.findText(`Saved as ${fileName}`);
  expect(page.api.calls("areaExport").map(({ request }) => request)).toMatchObject([
    { ...dayOf, format: "csv" },
    { ...dayOf, format: "xlsx" },
  ]);
});

it("[I18N-1] provides a link that any browser can open, for copying by a tap or by hand", async () => {
  const page = await openSheet();
  await page.tap("button", "Get a link instead");
  await page.tap("button", "Link to CSV");
  const field = await page.until(() => page.getByLabelText<HTMLInputElement>("Link to the file"));
  expect(field.value).toBe(link);
  await page.findText(/^Valid until 12:10/);
  await page.tap("button", "Copy link");
  await page.find("button", "Copied");
  expect(await navigator.clipboard.readText()).toBe(link);
  const [{ request } = expect.fail("no call")] = page.api.calls("exportLink");
  expect(request.operation).toBe("areaExport");
  expect(Object.fromEntries(new URLSearchParams(request.query))).toMatchObject({ ...dayOf, format: "csv" });
});

it("[I18N-1] selects the link for copying by hand if the browser allows no access to the clipboard", async () => {
  const page = await openSheet();
  Object.defineProperty(navigator, "clipboard", { value: undefined });
  document.execCommand = () => false;
  await page.tap("button", "Get a link instead");
  await page.tap("button", "Link to Excel (XLSX)");
  await page.tap("button", "Copy link");
  await page.findText("The link is selected. Press and hold it to copy.");
  const field = document.activeElement as HTMLInputElement;
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe(link);
});

it("[DET-1] offers the link first in an in-app browser that discards downloads", async () => {
  const page = await openSheet({}, () =>
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (Linux; Android 13) GCash/5.66" }),
  );
  await page.findText(/^Some apps block downloads\./);
  await page.find("button", "Link to CSV");
  await page.tap("button", "Download here instead");
  await page.find("button", "Download CSV");
  await page.findText(/^Export all rows that match the current filters\./);
});

describe("[NET-3] a slow export", () => {
  it("shows its progress in rows if the total is known and in megabytes otherwise, and can be cancelled", async () => {
    let send: (chunk: Uint8Array) => void = () => {};
    const page = await openSheet({
      areaExport: () =>
        fileOf(
          new ReadableStream<Uint8Array>({
            start: (controller) => void (send = (chunk) => controller.enqueue(chunk)),
          }),
          10_000_000,
        ),
    });
    const rows = (count: number) => new TextEncoder().encode("heading\r\n" + "row\r\n".repeat(count));
    await page.tap("button", "Download CSV");
    await page.until(() => expect(page.api.calls("areaExport")).toHaveLength(1));
    await page.wait(200);
    send(rows(1_234));
    await page.findText("1,234 of 10,000,000 rows");
    const bar = page.getByRole("progressbar");
    expect(bar.getAttribute("aria-valuenow")).toMatch(/^\d+$/);
    await page.tap("button", "Cancel");
    await page.tap("button", "Download Excel (XLSX)");
    await page.until(() => expect(page.api.calls("areaExport")).toHaveLength(2));
    await page.wait(200);
    send(new Uint8Array(1_200_000));
    await page.findText("1.2 MB received");
    expect(page.getByRole("progressbar").getAttribute("aria-valuenow")).toBeNull();
    await page.tap("button", "Cancel");
    await page.find("button", "Download CSV");
  });

  it("shows why it failed, retries on request, and keeps the keyboard focus in the sheet", async () => {
    const page = await openSheet({
      areaExport: () => {
        throw new Refusal("outletNotFound", "Outlet not found");
      },
    });
    const saved = watchSaved();
    const isFocused = (name: string) =>
      page.until(() => expect(document.activeElement?.textContent).toBe(name));
    await page.tap("button", "Download CSV");
    await page.findText("Outlet not found", await page.find("alert"));
    await isFocused("Try again");
    await page.tap("button", "Cancel");
    await isFocused("Download CSV");
    page.api.on("areaExport", () => {
      throw new ConnectionLost();
    });
    await page.user.keyboard("{Enter}");
    await page.findText("Network connection failed", await page.find("alert"));
    await isFocused("Try again");
    page.api.on("areaExport", () => fileOf("a,b\r\n1,2\r\n"));
    await page.tap("button", "Try again");
    await page.findText(`Saved as ${fileName}`);
    expect(saved).toEqual([fileName]);
    await isFocused("Done");
    expect(page.queryByRole("alert")).toBeNull();
  });
});
