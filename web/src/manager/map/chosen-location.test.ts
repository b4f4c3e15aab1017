import { expect, it, vi } from "vitest";
import { answerHref, chooseHref, storeChosenLocation, claimChosenLocation } from "./chosen-location.ts";

const origin = "https://reposo.example";
const chosen = { latitude: 14.5847123456, longitude: 121.0569 };

it("[NAV-1] returns the selected location to the page that requested it", () => {
  const next = "/pages/deviceList/deviceList?keyword=MC1";
  expect(chooseHref({ at: null, next })).toBe(
    "/pages/location/choose?next=%2Fpages%2FdeviceList%2FdeviceList%3Fkeyword%3DMC1",
  );
  expect(answerHref(next, chosen, origin)).toBe(`${next}&latitude=14.584712&longitude=121.0569`);
});

it("[NAV-2] does not return to an unknown page or another origin", () => {
  for (const next of [null, "https://evil.example/", "//evil.example", "/nowhere"]) {
    expect(answerHref(next, chosen, origin)).toBeNull();
  }
});

it("[NAV-1] returns a selected location only once, and returns null without storage", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, value: string) => void stored.set(name, value),
      removeItem: (name: string) => void stored.delete(name),
    },
  });
  storeChosenLocation(chosen);
  expect(claimChosenLocation()).toEqual({ latitude: 14.584712, longitude: 121.0569 });
  expect(claimChosenLocation()).toBeNull();
  vi.stubGlobal("window", {});
  storeChosenLocation(chosen);
  expect(claimChosenLocation()).toBeNull();
  vi.unstubAllGlobals();
});
