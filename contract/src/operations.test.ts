import { expect, it } from "vitest";
import { endpoints } from "./endpoints.ts";

/** The keywords of a JSON Schema that determine the types of its values. */
interface SchemaFields {
  readonly type?: string;
  readonly anyOf?: readonly SchemaFields[];
}

const typesOf = ({ type, anyOf = [] }: SchemaFields): string[] => [
  ...(type === undefined ? [] : [type]),
  ...anyOf.flatMap(typesOf),
];

it.each(endpoints.map((each) => [each.name, each] as const))(
  "[NET-2] %s states the JSON types of the data that its schema allows",
  (_name, { data = ["object"], reply }) => {
    expect(typesOf(reply)).toEqual(data);
  },
);

it("[NET-2] no two operations share a path", () => {
  expect(new Set(endpoints.map(({ path }) => path)).size).toBe(endpoints.length);
});
