import { expect, it } from "vitest";
import { phoneMapHref, webMapHref } from "./phone-map.ts";

const at = { latitude: 14.5847, longitude: 121.0569 };

it("[NAV-1] opens the phone's own map, with the outlet's name on the pin", () => {
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
