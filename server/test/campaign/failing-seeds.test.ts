import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeTestFolder } from "#test/test-folder.ts";
import { findSeedsToRepeat, keepFailingSeed, readFailingSeeds } from "./failing-seeds.ts";

const folder = await makeTestFolder("seeds");
const file = join(folder, "failing-seeds.json");
const known = { fault: "known", seed: 1 };
const one = { fault: "lossy-link", seed: 7 };
const passed = { findings: [], ran: 3 };

beforeEach(() => writeFile(file, JSON.stringify([known])));
afterAll(() => rm(folder, { recursive: true, force: true }));

const keep = (run: () => Promise<{ findings: string[] }>, withinMs = 60_000) =>
  keepFailingSeed(one, run, { withinMs, file });

describe("the seed of a round", () => {
  it("is kept if the round has findings", async () => {
    const failed = { findings: ["an order is lost"] };
    expect(await keep(async () => failed)).toBe(failed);
    expect(await readFailingSeeds(file)).toEqual([known, one]);
  });

  it("is kept if the round throws", async () => {
    const run = () => Promise.reject(new Error("no server answered"));
    await expect(keep(run)).rejects.toThrow("no server answered");
    expect(await readFailingSeeds(file)).toEqual([known, one]);
  });

  it("is kept if the round does not end", async () => {
    await expect(keep(() => new Promise(() => {}), 20)).rejects.toThrow(
      "lossy-link, seed 7: the round did not end in 20 ms",
    );
    expect(await readFailingSeeds(file)).toEqual([known, one]);
  });

  it("is kept once", async () => {
    for (let times = 0; times < 2; times += 1) await keep(async () => ({ findings: ["a finding"] }));
    expect(await readFailingSeeds(file)).toEqual([known, one]);
  });

  it("is not kept if the round passes", async () => {
    expect(await keep(async () => passed)).toBe(passed);
    expect(await readFile(file, "utf8")).toBe(JSON.stringify([known]));
  });
});

describe("the stored seeds", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("are run first, unless the command gives the seed to run", async () => {
    expect(await findSeedsToRepeat(file)).toEqual([known]);
    vi.stubEnv("REPOSO_STORED_SEEDS", "skip");
    expect(await findSeedsToRepeat(file)).toEqual([]);
  });
});
