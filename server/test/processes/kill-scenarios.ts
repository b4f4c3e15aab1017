import type { SeededRandom } from "#demo/history/seeded-random.ts";

/** What is in progress when the server is killed. */
export type Scenario =
  | "counter"
  | "coupon"
  | "online"
  | "stop"
  | "refused"
  | "silent"
  | "missed"
  | "webhook"
  | "check"
  | "extend";

const starts = ["counter", "coupon", "online"] as const;

/** Every fail point that an order can reach, with the scenarios in which it is reached. */
export const killPoints: Readonly<Record<string, readonly Scenario[]>> = {
  "activate.before-commit": ["counter", "coupon"],
  "activate.written": ["counter", "coupon"],
  "activate.committed": ["counter", "coupon"],
  "activate.unpaid-committed": ["online"],
  "before-answer-saved": ["counter", "online", "stop"],
  "payment.before-commit": ["online"],
  "payment.committed": ["online"],
  "webhook.before-commit": ["webhook"],
  "webhook.committed": ["webhook"],
  "outbox.claimed.check-payment": ["check"],
  "check.before-call": ["check"],
  "check.after-call": ["check"],
  "check.before-commit": ["check"],
  "check.committed": ["check"],
  "outbox.effected.check-payment": ["check"],
  "outbox.deleted.check-payment": ["check"],
  "start.before-publish": starts,
  "start.published": starts,
  "reply.received": [...starts, "extend"],
  "reply.before-commit": [...starts, "extend"],
  "reply.committed": [...starts, "extend"],
  "event.before-commit": starts,
  "event.committed": starts,
  "extend.before-commit": ["extend"],
  "extend.committed": ["extend"],
  "extend.before-publish": ["extend"],
  "extend.published": ["extend"],
  "stop.before-commit": ["stop"],
  "stop.committed": ["stop"],
  "outbox.claimed.send-command": [...starts, "stop", "extend"],
  "stop.before-publish": ["stop"],
  "stop.published": ["stop"],
  "outbox.effected.send-command": [...starts, "stop", "extend"],
  "outbox.deleted.send-command": [...starts, "stop", "extend"],
  "deadline.before-commit": ["silent"],
  "deadline.committed": ["silent"],
  "report.before-publish": ["missed"],
  "report.published": ["missed"],
  "outbox.claimed.return-payment": ["refused"],
  "refund.before-call": ["refused"],
  "refund.after-call": ["refused"],
  "refund.committed": ["refused"],
  "outbox.effected.return-payment": ["refused"],
  "outbox.deleted.return-payment": ["refused"],
};

type Kill = readonly [failPoint: string, scenario: Scenario];

/** The kills of `npm run test:system`: one random entry of each list. REPOSO_KILL=all runs every point in every scenario. */
const sample: readonly (readonly Kill[])[] = [
  [
    ["activate.written", "coupon"],
    ["activate.committed", "counter"],
  ],
  [
    ["activate.unpaid-committed", "online"],
    ["payment.before-commit", "online"],
  ],
  [
    ["webhook.before-commit", "webhook"],
    ["check.after-call", "check"],
  ],
  [
    ["start.before-publish", "counter"],
    ["start.published", "coupon"],
  ],
  [
    ["reply.before-commit", "online"],
    ["event.before-commit", "counter"],
  ],
  [
    ["extend.committed", "extend"],
    ["extend.published", "extend"],
  ],
  [
    ["stop.committed", "stop"],
    ["stop.published", "stop"],
  ],
  [
    ["deadline.before-commit", "silent"],
    ["refund.after-call", "refused"],
  ],
];

const everyKill = (): Kill[] =>
  Object.entries(killPoints).flatMap(([failPoint, scenarios]) =>
    scenarios.map((scenario): Kill => [failPoint, scenario]),
  );

export const killsToTry = (all: boolean, random: SeededRandom): Kill[] =>
  all ? everyKill() : sample.map((kind) => random.pick(kind, () => 1));
