import fc from "fast-check";
import { expect, it } from "vitest";
import { printedSeed } from "#test/random-seed.ts";
import { addReport, type DisputeReport, type KnownDispute } from "./dispute-rules.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number));
const payment = { amountMinor: 3_000, currency: "PHP", createdAt: day(1) } as const;
const now = day(28);

const inquiry: DisputeReport = {
  disputeRef: "dp_1",
  paymentRef: "pi_1",
  paymentId: null,
  state: "inquiry",
  amountMinor: 3_000,
  currency: "PHP",
  reason: "fraudulent",
  respondBy: day(9),
  disputedAt: day(2),
  reportedAt: day(2),
  feeMinor: 0,
  feeCurrency: null,
  reinstated: null,
};
const withdrawn: DisputeReport = {
  ...inquiry,
  state: "needsResponse",
  reportedAt: day(3),
  disputedAt: day(3),
  feeMinor: 1_500,
  feeCurrency: "PHP",
};
const underReview: DisputeReport = { ...withdrawn, state: "underReview", reportedAt: day(8) };
const won: DisputeReport = {
  ...underReview,
  state: "won",
  reportedAt: day(20),
  reinstated: { amountMinor: 3_000, feeMinor: 1_500, at: day(20) },
};
const lost: DisputeReport = { ...underReview, state: "lost", reportedAt: day(20) };

const after = (reports: readonly DisputeReport[]) =>
  reports.reduce<KnownDispute | null>((known, report) => addReport(known, report, payment, now), null);

it.each([
  ["won", [inquiry, withdrawn, underReview, won]],
  ["lost", [inquiry, withdrawn, underReview, lost]],
] as const)(
  "[DISP-1] a dispute that is %s ends the same in any order of its reports, however often each arrives",
  (_end, reports) => {
    const expected = after(reports);
    expect(expected).toMatchObject({ state: _end, amountMinor: 3_000, feeMinor: 1_500, respondBy: day(9) });
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...reports], { minLength: reports.length }),
        fc.array(fc.constantFrom(...reports)),
        (all, repeated) => {
          // The dispute's time is that of the first report with a withdrawal; all of them state the same.
          expect(after([...all, ...repeated])).toEqual(expected);
        },
      ),
      { seed: printedSeed(`reports of a dispute that is ${_end}`) },
    );
  },
);

it("[DISP-1] an inquiry moves no money, and neither does its end", () => {
  const closed = after([inquiry, { ...inquiry, state: "closed", reportedAt: day(5) }]);
  expect(closed).toMatchObject({ state: "closed", withdrawnAt: null, reinstatedAt: null });
});

it("[DISP-1] reports without times or a fee are ordered by the course of a dispute", () => {
  const bare = {
    ...withdrawn,
    reportedAt: null,
    disputedAt: null,
    feeMinor: 0,
    feeCurrency: null,
    currency: null,
  };
  const known = after([{ ...bare, state: "lost" }, bare, { ...bare, reportedAt: null }]);
  expect(known).toMatchObject({ state: "lost", withdrawnAt: now, feeMinor: 0, currency: "PHP" });
});

it("[DISP-1] a dispute that is won returns the whole amount if the provider states none, and only once", () => {
  const bareWon = { ...won, reinstated: null };
  expect(after([withdrawn, bareWon])).toMatchObject({ reinstatedMinor: 3_000, reinstatedFeeMinor: 0 });
  expect(
    after([bareWon, { ...won, reinstated: { amountMinor: 2_000, feeMinor: 1_500, at: day(20) } }]),
  ).toMatchObject({
    reinstatedMinor: 3_000,
    reinstatedFeeMinor: 1_500,
  });
});

it("[DISP-1] an amount in another currency than the payment's counts as the whole payment", () => {
  expect(after([{ ...withdrawn, amountMinor: 52, currency: "USD" }])).toMatchObject({
    amountMinor: 3_000,
    currency: "PHP",
  });
});

it("[DISP-1] a time of the provider that is before the payment or in the future is limited", () => {
  expect(after([{ ...withdrawn, disputedAt: new Date(0) }])).toMatchObject({ withdrawnAt: day(1) });
  expect(after([{ ...withdrawn, disputedAt: day(30) }])).toMatchObject({ withdrawnAt: now });
});
