import { describe, expect, it } from "vitest";
import { allOutlets, selectedOutlets, nameOutlets, readNamedOutlets } from "./named-outlets.ts";

const all = Array.from({ length: 250 }, (_, n) => `outlet-${n}`);
const only = (areaId: readonly string[]) => ({ areaId, exceptAreaId: [] });
const allBut = (exceptAreaId: readonly string[]) => ({ areaId: [], exceptAreaId });

describe("the named outlets of a call", () => {
  it("[DET-1] [ORD-2] are the selected ones, empty if all are selected, and null if they exceed the maximum", () => {
    expect(nameOutlets(only([]), all)).toEqual(allOutlets);
    expect(nameOutlets(only(all.slice(3, 103)), all)).toEqual(only(all.slice(3, 103)));
    expect(nameOutlets(only(all.slice(3, 104)), all)).toBeNull();
    expect(nameOutlets(only([...all].reverse()), all)).toEqual(allOutlets);
    // An address may contain outlets before the account's outlets have loaded.
    expect(nameOutlets(only(["elsewhere"]), [])).toEqual(only(["elsewhere"]));
  });

  it("[DET-2] [ORD-2] are the excluded ones if many are selected and fewer are excluded", () => {
    const thousand = Array.from({ length: 1000 }, (_, n) => `outlet-${n}`);
    expect(nameOutlets(only(thousand.slice(1)), thousand)).toEqual(allBut(["outlet-0"]));
    expect(nameOutlets(only(all.slice(100)), all)).toEqual(allBut(all.slice(0, 100)));
    expect(nameOutlets(only(all.slice(101)), all)).toBeNull();
    expect(nameOutlets(allBut(all.slice(50)), all)).toEqual(only(all.slice(0, 50)));
    // A short selection stays as it was chosen.
    expect(nameOutlets(only(["a", "b"]), ["a", "b", "c"])).toEqual(only(["a", "b"]));
    expect(nameOutlets(allBut(["a", "b"]), ["a", "b", "c"])).toEqual(allBut(["a", "b"]));
  });

  it("[DET-2] [ORD-2] do not become all outlets if every outlet is excluded", () => {
    expect(nameOutlets(allBut(["a", "b"]), ["a", "b"])).toEqual(allBut(["a", "b"]));
    expect(nameOutlets(allBut(all), all)).toBeNull();
    expect(selectedOutlets(allBut(["a", "b"]), ["a", "b"])).toEqual([]);
  });

  it("[DET-2] [ORD-2] are read from the address, either as selected or as excluded outlets", () => {
    const read = (query: string) => readNamedOutlets(new URLSearchParams(query));
    expect(read("areaId=a&areaId=&areaId=a&exceptAreaId=b")).toEqual(only(["a"]));
    expect(read("exceptAreaId=b&exceptAreaId=b&exceptAreaId=")).toEqual(allBut(["b"]));
    expect(selectedOutlets(read("exceptAreaId=b"), ["a", "b", "c"])).toEqual(["a", "c"]);
    expect(selectedOutlets(read(""), ["a"])).toEqual(["a"]);
  });
});
