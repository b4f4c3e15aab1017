import { Type } from "typebox";
import { CurrencyField, OneOf, SignedAmount } from "#fields.ts";

export const Sums = {
  online: SignedAmount,
  cash: SignedAmount,
  total: { ...SignedAmount, description: "Income in minor units: `online` and `cash` together." },
  disputes: Type.Optional({
    ...SignedAmount,
    description:
      "Amounts that banks withdrew because of disputes, with their fees, and amounts that they returned, in minor units. Not part of `total`; absent if 0.",
  }),
};
export const CurrencySums = Type.Object({ currency: CurrencyField, ...Sums });
export const PeriodSums = Type.Object(Sums);

export const Channel = OneOf(
  ["online", "cash", "dispute"],
  "Payment channel of the entry. `dispute`: money of a disputed payment, which is not income.",
);
export const entrySources = [
  "payment",
  "counter",
  "cashCoupon",
  "coin",
  "refund",
  "dispute",
  "disputeFee",
  "disputeReversal",
] as const;
