import { describe, expect, it } from "vitest";
import {
  type DeviceRow,
  matchesDeviceFilters,
  filterQuery,
  isFiltered,
  listRequest,
  noFilters,
  readFilters,
} from "./device-filters.ts";

const read = (search: string) => readFilters(new URLSearchParams(search));

describe("device filters", () => {
  it("[DEV-1] are restored from the address", () => {
    const filters = {
      keyword: "MC10 & co",
      online: "offline",
      use: "inUse",
      condition: "abnormal",
      areaId: "a-1",
    } as const;
    const search = new URLSearchParams(filterQuery(filters) as Record<string, string>).toString();
    expect(read(search)).toEqual(filters);
    expect(isFiltered(filters)).toBe(true);
  });

  it("[DEV-1] read unknown values in the address as `all`", () => {
    expect(read("online=maybe&use=&areaId=")).toEqual(noFilters);
    expect(isFiltered(noFilters)).toBe(false);
  });

  it("[DEV-1] request twenty devices per page, and omit empty fields", () => {
    expect(listRequest(noFilters)).toEqual({ online: "all", use: "all", condition: "all", limit: 20 });
    expect(listRequest({ ...noFilters, keyword: "  ", areaId: "a-1" })).toEqual({
      online: "all",
      use: "all",
      condition: "all",
      limit: 20,
      areaId: ["a-1"],
    });
  });

  it("[DEV-1] match the same devices as the server's filters", () => {
    const device = {
      deviceId: "MC100001",
      areaId: "a",
      areaName: "SM Mall of Asia",
      online: true,
      inUse: false,
      fault: null,
    } as DeviceRow;
    const matches = (query: string, row: DeviceRow = device) => matchesDeviceFilters(row, read(query));
    for (const query of [
      "",
      "keyword=c1000",
      "keyword=mall+OF",
      "online=online&use=idle&condition=normal&areaId=a",
    ])
      expect(matches(query), query).toBe(true);
    for (const query of ["keyword=x", "online=offline", "use=inUse", "condition=abnormal", "areaId=b"])
      expect(matches(query), query).toBe(false);
    expect(matches("condition=abnormal", { ...device, online: false })).toBe(true);
    expect(matches("condition=abnormal", { ...device, fault: "disabled" })).toBe(true);
  });

  it("[DEV-1] shorten the keyword to the contract's maximum of 64 characters", () => {
    expect(read(`keyword=${"x".repeat(200)}`).keyword).toHaveLength(64);
  });
});
