import { expect, it } from "vitest";
import { createRowCounter } from "./row-counter.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("counts rows without the heading, however the file is split into chunks", () => {
  const file = bytes('a,b\r\n1,"two\nlines, and ""quotes"""\r\n2,x\r\n3,\r\n');
  for (let size = 1; size <= file.length; size += 1) {
    const count = createRowCounter();
    let rows = 0;
    for (let at = 0; at < file.length; at += size) rows = count(file.subarray(at, at + size));
    expect(rows).toBe(3);
  }
});

it("counts nothing in a file that has only begun", () => {
  const count = createRowCounter();
  expect([count(bytes("")), count(bytes("a,b")), count(bytes("\r\n"))]).toEqual([0, 0, 0]);
});
