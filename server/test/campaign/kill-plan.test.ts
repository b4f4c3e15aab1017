import { expect, it } from "vitest";
import { killPoints } from "#test/processes/kill-scenarios.ts";
import { moneyFailPoints } from "./kill-plan.ts";

it("[G-3] [G-4] the campaign kills servers at every fail point in the source, including a manager's refund request", () => {
  const points = moneyFailPoints();
  expect(points).toEqual(expect.arrayContaining(Object.keys(killPoints)));
  expect(points).toEqual(
    expect.arrayContaining(["refund-request.before-commit", "refund-request.committed", "upload.stored"]),
  );
});
