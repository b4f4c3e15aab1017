import { expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { runKillCampaign } from "./kill-campaign.ts";

/** What `npm test` has time for; `npm run campaign -- money` asks for hundreds. */
const sample = 4;
const kills = Number(process.env["REPOSO_CAMPAIGN_KILLS"] ?? sample);

it(
  "[START-5] [START-6] [G-1] [G-2] [G-3] [G-4] [G-5] [G-8] servers killed on the way of money, one after another, leave every book right",
  async () => {
    const seed = printedSeed("kill campaign");
    const begunAt = performance.now();
    const { hits, ...figures } = await runKillCampaign({ kills, seed, tell: (line) => console.log(line) });
    const took = Math.round((performance.now() - begunAt) / 1000);
    if (kills > sample)
      console.log(
        [
          `${kills} kills in ${took} s, ${figures.atAnyMoment} of them at no point of their own`,
          ...[...hits].map(([failPoint, count]) => `${String(count).padStart(5)}  ${failPoint}`),
          JSON.stringify({ ...figures, findings: figures.findings.length }),
        ].join("\n"),
      );
    expect(figures.findings).toEqual([]);
    // With kills enough for all, every point has killed.
    if (kills >= hits.size * 5) expect([...hits].filter(([, count]) => count === 0)).toEqual([]);
  },
  120_000 + kills * 30_000,
);
