import { expect, it } from "vitest";
import { asyncApiDocument } from "./async-api.ts";
import { chairTopics } from "@reposo/contract/devices/chair-topics.ts";

const document = asyncApiDocument();

it("describes every topic as sent or received by a chair", () => {
  expect(Object.keys(document.channels)).toEqual(Object.keys(chairTopics));
  for (const [topic, { direction, retained }] of Object.entries(chairTopics)) {
    const operation = document.operations[topic];
    expect(operation?.action).toBe(direction === "up" ? "send" : "receive");
    expect(document.channels[topic]?.address).toBe(`chairs/{deviceId}/${topic}`);
    if (direction === "up") expect(operation?.bindings.mqtt).toMatchObject({ qos: 1, retain: retained });
  }
});

it("has only valid references, and is valid JSON", () => {
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path as string);
  expect(references.length).toBeGreaterThan(20);
  for (const path of references) {
    const target = path
      .split("/")
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document);
    expect(target, path).toBeTypeOf("object");
  }
  expect(JSON.parse(text)).toEqual(document);
});
