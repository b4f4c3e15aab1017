import { expect, it } from "vitest";
import { missingTests } from "./named-tests.ts";

const titles = [
  { path: "server/src/login.test.ts", line: 1, title: "[G-10] ends the session", ids: ["G-10"] },
];
const problemsOf = (text: string) => missingTests({ path: "docs/security.md", text }, titles);

it("accepts test files that exist, with and without a part of a title", () => {
  expect(problemsOf('met by `login.test.ts`, `login.test.ts` "ends the session"')).toEqual([]);
});

it("reports test files and titles that do not exist", () => {
  expect(problemsOf('first\n`gone.test.ts` and `login.test.ts` "begins the session"')).toEqual([
    { path: "docs/security.md", line: 2, message: "there is no test file gone.test.ts" },
    { path: "docs/security.md", line: 2, message: 'login.test.ts has no test "begins the session"' },
  ]);
});
