import { describe, expect, it } from "vitest";
import { filterQuery, isFiltered, listRequest, noFilters, readFilters } from "./device-filters.ts";

const read = (search: string) => readFilters(new URLSearchParams(search));

describe("device filters", () => {
  it("[DEV-1] come back from the address as they went into it", () => {
    const filters = { keyword: "MC10 & co", online: "offline", use: "inUse", areaId: "a-1" } as const;
    const search = new URLSearchParams(filterQuery(filters) as Record<string, string>).toString();
    expect(read(search)).toEqual(filters);
    expect(isFiltered(filters)).toBe(true);
  });

  it("[DEV-1] read anything unknown as all", () => {
    expect(read("online=maybe&use=&areaId=")).toEqual(noFilters);
    expect(isFiltered(noFilters)).toBe(false);
  });

  it("[DEV-1] ask for twenty a page, without empty fields", () => {
    expect(listRequest(noFilters, null)).toEqual({ online: "all", use: "all", limit: 20 });
    expect(listRequest({ ...noFilters, keyword: "  ", areaId: "a-1" }, "next")).toEqual({
      online: "all",
      use: "all",
      limit: 20,
      areaId: ["a-1"],
      cursor: "next",
    });
  });

  it("[DEV-1] never ask for more than the contract's 64 characters", () => {
    expect(read(`keyword=${"x".repeat(200)}`).keyword).toHaveLength(64);
  });
});
