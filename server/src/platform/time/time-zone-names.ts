import { isComputableZone } from "./calendar.ts";

/**
 * Matches `Area/City`. Abbreviations are ambiguous: `PST` is a time in Manila and one in California, and only some
 * programs know it. `Etc/GMT+8` is eight hours west of Greenwich, which readers take for the opposite.
 */
const areaAndCity = /^(?!Etc\/)[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+){1,2}$/;

/** Returns whether `name` may be the time zone of an outlet or account: `UTC`, or the name of an area and a city. */
export const isTimeZoneName = (name: string): boolean =>
  (name === "UTC" || areaAndCity.test(name)) && isComputableZone(name);

/** The message for a time zone that may not be used. */
export const timeZoneProblem = (name: string): string =>
  `"${name}" is no time zone of the form Area/City, such as Asia/Manila`;
