import { expect, it } from "vitest";
import { matchingOutlets } from "./outlets-section.tsx";

const outlets = ["SM Mall of Asia", "SM Megamall", "上海南京路店", "Pavilion KL"].map((areaName) => ({
  areaName,
}));
const names = (typed: string) => matchingOutlets(outlets, typed).map(({ areaName }) => areaName);

it("[USER-1] finds an outlet by words of its name", () => {
  expect(names("")).toHaveLength(4);
  expect(names("  ")).toHaveLength(4);
  expect(names("sm")).toEqual(["SM Mall of Asia", "SM Megamall"]);
  expect(names("asia SM")).toEqual(["SM Mall of Asia"]);
  expect(names("南京")).toEqual(["上海南京路店"]);
  expect(names("nowhere")).toEqual([]);
});
