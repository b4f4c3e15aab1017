import { join } from "node:path";
import { type BrowserApp, firstLoadBytes, manifestOf, recordedKilobytes } from "@reposo/tools/script-size.ts";
import { type Figure, inPercent } from "#figures.ts";

const client = join(import.meta.dirname, "..", "..", "..", "web", "dist", "client");

/** Returns the script sizes that `npm run check` compares with the recorded ones. The web must have been built. */
export function scriptFigures(): Figure[] {
  return (Object.keys(recordedKilobytes) as BrowserApp[]).map((app) => {
    const kilobytes = firstLoadBytes(client, manifestOf(client, app)) / 1000;
    const recorded = recordedKilobytes[app];
    return {
      name: `${app}, before any page`,
      value: `${kilobytes.toFixed(1)} kB`,
      ratio: inPercent(kilobytes / recorded),
      goal: `${recorded} kB recorded`,
      met: true,
    };
  });
}
