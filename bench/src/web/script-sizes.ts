import { join } from "node:path";
import { budgets, gzippedSizes, loadedBytes, manifestOf } from "@reposo/tools/bundle-budgets.ts";
import { type Figure, inPercent } from "#figures.ts";

const client = join(import.meta.dirname, "..", "..", "..", "web", "dist", "client");

/** Returns the script sizes that `npm run check` limits. The web must have been built. */
export function scriptFigures(): Figure[] {
  const sizeOf = gzippedSizes(client);
  return budgets.map(({ name, entry, upTo, maxKilobytes }) => {
    const kilobytes = loadedBytes(manifestOf(client, name), entry, sizeOf)[upTo] / 1000;
    return {
      name: `${name}, up to the ${upTo}`,
      value: `${kilobytes.toFixed(1)} kB`,
      ratio: inPercent(kilobytes / maxKilobytes),
      goal: `≤ ${maxKilobytes} kB`,
      met: kilobytes <= maxKilobytes,
    };
  });
}
