import { createCoupons } from "#features/coupons/index.ts";
import type { CouponKind, ModelCoupon } from "./model-order.ts";
import type { ModelServer } from "./model-server.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const termsOf: Record<CouponKind, Record<string, unknown>> = {
  free: { property: "free", maxUses: 2 },
  oncePerCustomer: { property: "free", maxUses: 5, maxUsesCustomer: 1 },
  minutes: { property: "minutes", minutes: 10, maxUses: 1 },
  cash: { property: "cash", valueMinor: 10_000, currency: "PHP", maxUses: 2 },
  percent: { property: "percent", percent: 33, maxUses: 2 },
  amountOff: { property: "amountOff", valueMinor: 6_000, currency: "PHP", maxUses: 1 },
};

/** Creates one coupon of each kind. */
export async function makeCoupons({ test, clock }: ModelServer): Promise<ModelCoupon[]> {
  const blank = {
    valueMinor: null,
    currency: null,
    minutes: null,
    percent: null,
    maxUsesCustomer: null,
    validFrom: null,
    validUntil: null,
    outletIds: null,
    gears: null,
  };
  const made: ModelCoupon[] = [];
  for (const [kind, given] of Object.entries(termsOf)) {
    const terms = { ...blank, ...given } as Parameters<typeof createCoupons>[1]["terms"];
    const { codes } = await transact(test.owner, (uow) =>
      createCoupons(uow, { count: 1, terms }, clock.now()),
    );
    made.push({ kind: kind as CouponKind, code: codes[0] as string, maxUses: terms.maxUses, held: [] });
  }
  return made;
}
