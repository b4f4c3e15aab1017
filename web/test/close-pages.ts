import { openWindow } from "./browser-window.ts";
import "./react-roots.ts";
import { afterEach, expect } from "vitest";
import { closePage } from "./open-page.ts";

// React determines when it is loaded whether it runs in a browser.
openWindow("/");

afterEach(() => {
  expect(closePage()).toEqual([]);
});
