import { expect, it } from "vitest";
import { missingTests } from "./named-tests.ts";

it("reports test files that do not exist", () => {
  const titles = [
    { path: "server/src/login.test.ts", line: 1, title: "[G-10] ends the session", ids: ["G-10"] },
  ];
  const text = "first\n`gone.test.ts` and `login.test.ts`";
  expect(missingTests({ path: "docs/security.md", text }, titles)).toEqual([
    { path: "docs/security.md", line: 2, message: "there is no test file gone.test.ts" },
  ]);
});
