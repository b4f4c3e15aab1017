import { describe, expect, it } from "vitest";
import {
  answerHref,
  coordinateTexts,
  formatCoordinates,
  phoneMapHref,
  readCoordinates,
  readDegrees,
  roundCoordinates,
  webMapHref,
} from "./coordinates.ts";

describe("coordinates", () => {
  it.each([
    ["14.5847", 90, 14.5847],
    [" -6,2 ", 90, -6.2],
    ["90", 90, 90],
    ["90.1", 90, null],
    ["-180", 180, -180],
    ["181", 180, null],
    ["", 90, null],
    ["12a", 90, null],
    ["1e2", 180, null],
    ["121.05693412", 180, 121.056934],
  ] as const)("[NAV-1] parses %j with the limit %i as %j", (text, limit, degrees) => {
    expect(readDegrees(text, limit)).toBe(degrees);
  });

  it("[NAV-1] are read from an address only if both are present", () => {
    const read = (search: string) => readCoordinates(new URLSearchParams(search));
    expect(read("latitude=14.5&longitude=121")).toEqual({ latitude: 14.5, longitude: 121 });
    expect(read("latitude=14.5")).toBeNull();
    expect(read("latitude=95&longitude=121")).toBeNull();
  });

  it("[NAV-1] stay valid after a map was dragged around the world", () => {
    expect(roundCoordinates({ latitude: 14.58471249, longitude: 481.0569341 })).toEqual({
      latitude: 14.584712,
      longitude: 121.056934,
    });
    expect(coordinateTexts({ latitude: 14.58471249, longitude: 481.0569341 })).toEqual({
      latitude: "14.584712",
      longitude: "121.056934",
    });
    expect(roundCoordinates({ latitude: 0, longitude: -190 }).longitude).toBe(170);
    expect(formatCoordinates({ latitude: -6.2, longitude: 106.8166661 })).toBe("-6.2, 106.816666");
  });
});

const at = { latitude: 14.5847, longitude: 121.0569 };

it("[NAV-1] links to the phone's map app, with the outlet's name on the pin", () => {
  expect(phoneMapHref(at, "SM (Mall) & Co", "Linux; Android 13")).toBe(
    "geo:14.5847,121.0569?q=14.5847,121.0569(SM%20(Mall)%20%26%20Co)",
  );
  expect(phoneMapHref(at, "SM Mall", "iPhone; CPU iPhone OS 16_5")).toBe(
    "maps://?q=SM%20Mall&ll=14.5847,121.0569",
  );
  expect(phoneMapHref(at, "SM Mall", "X11; Linux x86_64")).toBeNull();
  expect(webMapHref(at)).toBe(
    "https://www.openstreetmap.org/?mlat=14.5847&mlon=121.0569#map=17/14.5847/121.0569",
  );
});

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
