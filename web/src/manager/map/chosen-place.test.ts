import { expect, it, vi } from "vitest";
import { answerHref, chooseHref, keepChosenPlace, takeChosenPlace } from "./chosen-place.ts";

const origin = "https://reposo.example";
const chosen = { latitude: 14.5847123456, longitude: 121.0569 };

it("[NAV-1] brings the chosen place back to the page that asked", () => {
  const next = "/pages/deviceList/deviceList?keyword=MC1";
  expect(chooseHref({ at: null, next })).toBe(
    "/pages/location/choose?next=%2Fpages%2FdeviceList%2FdeviceList%3Fkeyword%3DMC1",
  );
  expect(answerHref(next, chosen, origin)).toBe(`${next}&latitude=14.584712&longitude=121.0569`);
});

it("[NAV-2] answers no page of another origin", () => {
  for (const next of [null, "https://evil.example/", "//evil.example", "/nowhere"]) {
    expect(answerHref(next, chosen, origin)).toBeNull();
  }
});

it("[NAV-1] hands a place over once, and does without storage", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
  });
  keepChosenPlace(chosen);
  expect(takeChosenPlace()).toEqual({ latitude: 14.584712, longitude: 121.0569 });
  expect(takeChosenPlace()).toBeNull();
  vi.stubGlobal("window", {});
  keepChosenPlace(chosen);
  expect(takeChosenPlace()).toBeNull();
  vi.unstubAllGlobals();
});
