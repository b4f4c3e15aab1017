import { afterEach, expect } from "vitest";
import { closePage } from "./open-page.ts";

afterEach(() => {
  expect(closePage()).toEqual([]);
});
