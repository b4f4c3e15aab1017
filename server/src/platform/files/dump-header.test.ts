import { expect, it } from "vitest";
import { createdAtOf } from "./dump-header.ts";

const int = (value: number): number[] => [
  value < 0 ? 1 : 0,
  Math.abs(value) & 255,
  Math.abs(value) >> 8,
  0,
  0,
];
/** The header of a dump that was created at 10:20:30 on 21 November 2026, in local time. */
const headerOf = (minor: number, compression: number[], format = 1) =>
  Buffer.from([
    ...Buffer.from("PGDMP"),
    1,
    minor,
    0,
    4,
    8,
    format,
    ...compression,
    ...[30, 20, 10, 21, 10, 126, 0].flatMap(int),
    ...int(7),
  ]);

it.each([
  ["of PostgreSQL 15 and earlier", headerOf(14, int(-1))],
  ["of PostgreSQL 16 and later", headerOf(16, [1])],
])("[G-12] reads the creation time of a dump %s", (_version, header) => {
  expect(createdAtOf(header)).toEqual(new Date(2026, 10, 21, 10, 20, 30));
});

it.each([
  ["SQL", Buffer.from("-- PostgreSQL database dump, as SQL, of a database with a long name")],
  ["a table of contents of the directory format", headerOf(16, [1], 3)],
  ["an incomplete header", headerOf(16, [1]).subarray(0, 30)],
  ["an empty file", Buffer.alloc(0)],
])("[G-12] rejects %s", (_kind, header) => {
  expect(createdAtOf(header)).toBeNull();
});
