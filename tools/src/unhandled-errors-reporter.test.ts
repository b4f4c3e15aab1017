import { expect, it } from "vitest";
import { describeError } from "./unhandled-errors-reporter.ts";

const root = "/srv/reposo";
const during = {
  VITEST_TEST_PATH: "/srv/reposo/server/src/sums.test.ts",
  VITEST_TEST_NAME: "[CASH-3] adds up",
};
const stackOf = (...lines: string[]) => ["Error: lost", ...lines.map((line) => `    at ${line}`)].join("\n");

it("names the test file, the test, and the first line of the stack in the repository", () => {
  const stack = stackOf(
    "Fetch.onAborted (node:internal/deps/undici/undici:14841:53)",
    "read (/srv/reposo/node_modules/pg/lib/client.js:1:1)",
    "async consume (/srv/reposo/server/test/clients/event-client.ts:61:24)",
    "/srv/reposo/server/src/sums.test.ts:5:9",
  );
  expect(describeError({ message: "lost\nat x", stack, ...during }, root)).toBe(
    "lost (during sums.test.ts: [CASH-3] adds up; at server/test/clients/event-client.ts:61:24)",
  );
  for (const place of [
    "file:///srv/reposo/server/src/sums.ts:5:9",
    "async (/srv/reposo/server/src/sums.ts:5:9)",
  ])
    expect(describeError({ message: "lost", stack: stackOf(place) }, root)).toBe(
      "lost (at server/src/sums.ts:5:9)",
    );
});

it("omits what is unknown", () => {
  const stack = stackOf("Socket.emit (node:events:526:24)", "/elsewhere/sums.ts:5:9");
  expect(describeError({ message: "lost", stack, ...during, VITEST_TEST_NAME: undefined }, root)).toBe(
    "lost (during sums.test.ts)",
  );
  expect(describeError({ message: "lost", stack }, root)).toBe("lost");
  // A rejection without an error has no stack, and its message may be any value.
  expect(describeError({ message: "lost", cause: "text" as never }, root)).toBe("lost");
  expect(describeError({ message: 5 as unknown as string }, root)).toBe("5");
});

it("reads the stack of the cause if the error was thrown outside of the repository", () => {
  const cause = { message: "closed", stack: stackOf("read (/srv/reposo/server/src/sums.ts:7:1)") };
  const stack = stackOf("Fetch.onAborted (node:internal/deps/undici/undici:14841:53)");
  expect(describeError({ message: "terminated", stack, cause }, root)).toBe(
    "terminated: closed (at server/src/sums.ts:7:1)",
  );
});
