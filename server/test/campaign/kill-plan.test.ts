import { expect, it } from "vitest";
import { killPoints } from "#test/processes/kill-scenarios.ts";
import { moneyFailPoints } from "./kill-plan.ts";

it("[G-3] [G-4] the campaign kills at every step that the sources name, a manager's request for a refund too", () => {
  const points = moneyFailPoints();
  expect(points).toEqual(expect.arrayContaining(Object.keys(killPoints)));
  expect(points).toEqual(
    expect.arrayContaining(["refund-request.before-commit", "refund-request.committed", "upload.stored"]),
  );
});
