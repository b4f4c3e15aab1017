import { describe, expect, it } from "vitest";
import { maxQueueLength, queueHash } from "./hash-queue.ts";

/** Creates hashes that end when the test resolves them. */
function openHashes() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const hash = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, hash, end: (name: string) => ends.get(name)?.() };
}

describe("the queue of password hashes", () => {
  it("[LOGIN-2] runs two hashes concurrently, and calls from known addresses before all others", async () => {
    const { started, hash, end } = openHashes();
    const guesses = ["g1", "g2", "g3", "g4"].map((name) => queueHash("unknown", hash(name)));
    const owner = queueHash("known", hash("owner"));
    expect(started).toEqual(["g1", "g2"]);
    end("g1");
    await guesses[0];
    expect(started).toEqual(["g1", "g2", "owner"]);
    for (const name of ["g2", "owner", "g3", "g4"]) {
      await expect.poll(() => started).toContain(name);
      end(name);
    }
    expect(await owner).toBe("owner");
    expect(await Promise.all(guesses)).toEqual(["g1", "g2", "g3", "g4"]);
    expect(started).toEqual(["g1", "g2", "owner", "g3", "g4"]);
  });

  it("[LOGIN-2] rejects guesses when it is full, but still accepts calls from known addresses", async () => {
    const { started, hash, end } = openHashes();
    const names = Array.from({ length: maxQueueLength + 2 }, (_, index) => `g${index}`);
    const guesses = names.map((name) => queueHash("unknown", hash(name)));
    await expect(queueHash("unknown", hash("one too many"))).rejects.toMatchObject({
      resultName: "tooManyTries",
      data: { retryAfterSeconds: 5 },
    });
    const owner = queueHash("known", hash("owner"));
    end("g0");
    await expect.poll(() => started).toContain("owner");
    end("owner");
    expect(await owner).toBe("owner");
    for (const name of names) {
      await expect.poll(() => started).toContain(name);
      end(name);
    }
    expect(await Promise.all(guesses)).toEqual(names);
    const later = queueHash("unknown", hash("later"));
    end("later");
    expect(await later).toBe("later");
  });

  it("[LOGIN-2] continues after a hash that fails", async () => {
    await expect(queueHash("known", () => Promise.reject(new Error("no memory")))).rejects.toThrow(
      "no memory",
    );
    await expect(queueHash("known", () => Promise.resolve(1))).resolves.toBe(1);
  });
});
