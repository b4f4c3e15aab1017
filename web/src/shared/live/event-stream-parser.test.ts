import { describe, expect, it } from "vitest";
import { createEventParser } from "./event-stream-parser.ts";

const stream =
  ': hello\n\nid: 7\nevent: order\ndata: {"a":1}\n\nevent: revenue\r\ndata: x\r\ndata: y\r\n\r\ndata:z\n\n';
const events = [
  { name: "order", id: "7", data: '{"a":1}', retry: 0 },
  { name: "revenue", id: "7", data: "x\ny", retry: 0 },
  { name: "message", id: "7", data: "z", retry: 0 },
];

describe("the event stream", () => {
  it("returns the same events regardless of how the stream is split into chunks", () => {
    for (let size = 1; size <= stream.length; size += 1) {
      const parse = createEventParser();
      const seen = [];
      for (let at = 0; at < stream.length; at += size) seen.push(...parse(stream.slice(at, at + size)));
      expect(seen).toEqual(events);
    }
  });

  it("reports the position of a stream without events, so that it can be resumed", () => {
    expect(createEventParser()("retry: 2000\nid: 41\n\n: alive\n\n")).toEqual([
      { name: "message", id: "41", data: "", retry: 2000 },
    ]);
  });

  it("[NET-3] reports the retry delay, and ignores invalid numbers", () => {
    const parse = createEventParser();
    expect(parse("retry: 8000\n\n")).toEqual([{ name: "message", id: null, data: "", retry: 8000 }]);
    expect(parse("retry: soon\n\n")).toEqual([]);
  });
});
