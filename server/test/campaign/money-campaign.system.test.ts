import { expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { runKillCampaign } from "./kill-campaign.ts";

/** Number of kills in `npm run test:system`; `npm run campaign -- money` runs hundreds. */
const sample = 4;
const kills = Number(process.env["REPOSO_CAMPAIGN_KILLS"] ?? sample);

it(
  "[START-5] [START-6] [G-1] [G-2] [G-3] [G-4] [G-5] [G-8] keeps ledger, orders, and payment providers consistent when servers are killed at fail points",
  async () => {
    const seed = printedSeed("kill campaign");
    const startMs = performance.now();
    const { hits, ...figures } = await runKillCampaign({ kills, seed, report: (line) => console.log(line) });
    const took = Math.round((performance.now() - startMs) / 1000);
    if (kills > sample)
      console.log(
        [
          `${kills} kills in ${took} s, ${figures.atAnyMoment} of them at no point of their own`,
          ...[...hits].map(([failPoint, count]) => `${String(count).padStart(5)}  ${failPoint}`),
          JSON.stringify({ ...figures, findings: figures.findings.length }),
        ].join("\n"),
      );
    expect(figures.findings, figures.findings.join("\n")).toEqual([]);
    // With this many kills, every fail point must have been hit.
    if (kills >= hits.size * 5) expect([...hits].filter(([, count]) => count === 0)).toEqual([]);
  },
  120_000 + kills * 30_000,
);
