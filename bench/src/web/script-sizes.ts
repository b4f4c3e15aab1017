import { join } from "node:path";
import {
  budgets,
  gzippedSizes,
  loadedBytes,
  manifestOf,
  maxKilobytes,
} from "@reposo/tools/bundle-budgets.ts";
import { type Figure, inPercent } from "#figures.ts";

const client = join(import.meta.dirname, "..", "..", "..", "web", "dist", "client");

/** Returns the script sizes that `npm run check` limits. The web must have been built. */
export function scriptFigures(): Figure[] {
  const sizeOf = gzippedSizes(client);
  return budgets.map((budget) => {
    const { name, entry, upTo, recordedKilobytes } = budget;
    const kilobytes = loadedBytes(manifestOf(client, name), entry, sizeOf)[upTo] / 1000;
    return {
      name: `${name}, up to the ${upTo}`,
      value: `${kilobytes.toFixed(1)} kB`,
      ratio: inPercent(kilobytes / recordedKilobytes),
      goal: `${recordedKilobytes} kB recorded`,
      met: kilobytes <= maxKilobytes(budget),
    };
  });
}
