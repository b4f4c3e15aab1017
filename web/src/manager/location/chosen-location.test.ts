import { expect, it } from "vitest";
import { answerHref } from "./coordinates.ts";

const origin = "https://reposo.example";
const chosen = { latitude: 14.5847123456, longitude: 121.0569 };

it("[NAV-1] returns the selected location to the page that requested it", () => {
  const next = "/pages/deviceList/deviceList?keyword=MC1";
  expect(answerHref(next, chosen, origin)).toBe(`${next}&latitude=14.584712&longitude=121.0569`);
});

it("[NAV-2] does not return to an unknown page or another origin", () => {
  for (const next of [null, "https://evil.example/", "//evil.example", "/nowhere"]) {
    expect(answerHref(next, chosen, origin)).toBeNull();
  }
});
