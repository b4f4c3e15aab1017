import { readFile } from "node:fs/promises";
import { chairTopics, chairTopic, parseChairTopic } from "@reposo/contract/devices/chair-topics.ts";
import { Value } from "typebox/value";
import { beforeAll, describe, expect, it } from "vitest";

/** Matches a message in the guide: a topic in backticks, its direction, and a block of JSON. */
const example = /^`(?<topic>[^`]+)`, (?<from>chair|server) to (?:server|chair)\n```json\n(?<json>.+)\n```$/gm;

interface Example {
  readonly topic: string;
  readonly from: string;
  readonly json: string;
}

let guide = "";
let examples: Example[] = [];
beforeAll(async () => {
  guide = await readFile(new URL("../../../docs/chair-protocol-guide.md", import.meta.url), "utf8");
  examples = [...guide.matchAll(example)].map(({ groups }) => ({ ...(groups as unknown as Example) }));
});

describe("[CHAIR-4] the protocol guide", () => {
  it("contains only messages that this test validates", () => {
    expect(examples.length).toBe(guide.split("```json").length - 1);
    expect(examples.length).toBeGreaterThan(20);
  });

  it("contains messages that match the contract, with the correct topic and direction", () => {
    for (const { topic, from, json } of examples) {
      const parsed = parseChairTopic(topic);
      if (parsed === null) throw new Error(`${topic} is no topic of the protocol`);
      const { direction, payload } = chairTopics[parsed.topic];
      expect(chairTopic("MC0001", parsed.topic)).toBe(topic);
      expect(`${topic} ${from}`).toBe(`${topic} ${direction === "up" ? "chair" : "server"}`);
      expect([...Value.Errors(payload, JSON.parse(json))], json).toEqual([]);
    }
  });

  it("shows each topic, command, outcome, and event", () => {
    for (const term of Object.keys(chairTopics)) expect(guide).toContain(`chairs/MC0001/${term}`);
    const terms = ["start", "stop", "extend", "configure", "done", "refused", "expired", "duplicate"];
    const events = ["started", "stopped", "finished", "coin", "fault", "cleared"];
    for (const term of [...terms, ...events]) expect(guide).toMatch(new RegExp(`":"${term}"`));
  });
});
