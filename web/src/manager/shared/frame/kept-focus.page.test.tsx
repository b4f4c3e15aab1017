import { fireEvent } from "@testing-library/dom";
import { describe, expect, it, vi } from "vitest";
import { managerHandlers, managerSession } from "#test/data/account-data.ts";
import { cashBoxOf } from "#test/data/cash-data.ts";
import { deviceOf } from "#test/data/device-data.ts";
import { instantAfter } from "#test/data/instants.ts";
import { areaOf, noLateEntries, openedDay, overviewOf } from "#test/data/report-data.ts";
import { createObjectStore } from "#test/object-store.ts";
import { openPage } from "#test/open-page.ts";

const open = (address: string, prepare?: () => void) =>
  openPage(address, {
    ...(prepare && { prepare }),
    session: managerSession,
    api: {
      ...managerHandlers(),
      incomeDetailByArea: () => overviewOf([areaOf()]),
      lateEntries: noLateEntries,
      collectionList: () => ({ items: [], nextCursor: null, total: 0 }),
      collectionDifferences: () => ({ ...openedDay, totals: [], rows: [], nextCursor: null, total: 0 }),
      outletCash: () => ({ items: [], nextCursor: null, total: 0 }),
      cashBoxes: () => ({ asOf: instantAfter(0), boxes: [cashBoxOf()], nextCursor: null, total: 1 }),
      deviceList: () => ({ items: [deviceOf()], nextCursor: null, total: 1 }),
    },
  });

describe("the keyboard focus stays", () => {
  it.each([
    ["the details", "/pages/details/details?"],
    ["the collections", "/pages/cash/cash?view=collections&"],
  ])("[DET-1] on the choice of a period: %s", async (_, address) => {
    const page = await open(`${address}range=today`);
    const radio = (name: string) => page.find("radio", name) as Promise<HTMLInputElement>;
    (await radio("Today")).focus();
    for (const chosen of ["Yesterday", "This week"]) {
      await page.user.keyboard("{ArrowRight}");
      await page.until(async () => expect((await radio(chosen)).checked).toBe(true));
      await page.wait(500);
      expect(document.activeElement).toBe(await radio(chosen));
    }

    const custom = await open(`${address}range=custom&startDate=2026-01-15&endDate=2026-02-15`);
    const field = (label: string) => custom.getByLabelText<HTMLInputElement>(label);
    await custom.until(() => field("From"));
    field("From").focus();
    for (const day of ["2026-01-14", "2026-01-13"]) {
      fireEvent.change(field("From"), { target: { value: day } });
      await custom.until(() => expect(new URLSearchParams(location.search).get("startDate")).toBe(day));
      await custom.wait(500);
      expect(field("From").value).toBe(day);
      expect(document.activeElement).toBe(field("From"));
    }
    fireEvent.change(field("From"), { target: { value: "2026-02-20" } });
    await custom.until(() => expect(field("To").getAttribute("aria-invalid")).toBe("true"));
    await custom.tap("radio", "This month");
    await custom.until(() => expect(custom.queryByLabelText("From")).toBeNull());
  });

  it("[DEV-1] in a search field that was cleared, and next to a chip that was removed", async () => {
    const page = await open("/pages/deviceList/deviceList?use=idle&condition=abnormal");
    // The DOM has no layout, so that every element counts as hidden.
    vi.spyOn(Element.prototype, "getClientRects").mockReturnValue([{}] as unknown as DOMRectList);
    const search = (await page.find("searchbox")) as HTMLInputElement;
    await page.user.type(search, "nothing like it");
    (await page.find("button", "Clear search")).focus();
    await page.user.keyboard("{Enter}");
    expect(search.value).toBe("");
    expect(document.activeElement).toBe(search);

    const chips = () => page.queryAllByRole("button", { name: /^Remove filter/ });
    await page.until(() => expect(chips()).toHaveLength(2));
    chips()[0]?.focus();
    await page.user.keyboard("{Enter}");
    await page.until(() => expect(chips()).toHaveLength(1));
    await page.until(() => expect(document.activeElement).toBe(chips()[0]));
    await page.user.keyboard("{Enter}");
    await page.until(() => expect(chips()).toHaveLength(0));
    await page.until(() => expect(document.activeElement?.textContent).toBe("Filters"));
  });

  it("[CASH-4] on the button that adds a photo when the photo is removed", async () => {
    const page = await open("/pages/cash/cash", createObjectStore().install);
    await page.tap("button", /MC1000/);
    await page.find("dialog");
    const input = document.querySelector("dialog input[type=file]") as HTMLInputElement;
    Object.defineProperty(input, "files", {
      value: [new File(["photo"], "box.jpg", { type: "image/jpeg" })],
    });
    fireEvent.change(input);
    (await page.find("button", "Remove photo")).focus();
    await page.user.keyboard("{Enter}");
    const add = await page.find("button", "Add a photo");
    expect(document.activeElement).toBe(add);
  });
});
