import { type CampaignWorld, oneIn } from "./campaign-world.ts";

export type Decision = "pay" | "payTwice" | "refuse" | "leave" | "payLate";
/** Fault of the chair during this plan. */
export type PlannedFault = "refuse" | "silent" | "fault" | "powerCut" | "lostReply" | "noise";

/** An order of a customer or manager, and what happens during and after it. */
export interface OrderPlan {
  readonly deviceId: string;
  readonly gear: 0 | 1 | 2;
  readonly payType: "cash" | "coupon" | "cashCoupon" | "online";
  /** For online payments: a provider's name, or "simulated". */
  readonly provider: string;
  readonly decision: Decision;
  /** For online payments: discount of a coupon in percent. */
  readonly percentOff: number | null;
  readonly plannedFault: PlannedFault | null;
  /** Time after which the order is stopped, in milliseconds; null: never. */
  readonly stopAfterMs: number | null;
  /** True if an extension with the same pay type is ordered once the massage runs. */
  readonly isExtended: boolean;
  readonly sendsFeedback: boolean;
  readonly isRefundedManually: boolean;
  /** True if a manager requests the refund of the order. */
  readonly isRefundRequested: boolean;
}

/** Changes to a plan that make it reach a fail point; the first pattern that matches the point's name applies. */
const leads: readonly (readonly [RegExp, (world: CampaignWorld) => Partial<OrderPlan>])[] = [
  [/^activate\.proposed/, () => ({ payType: "online" })],
  [/^activate/, (world) => ({ payType: oneIn(world, 2) ? "cash" : "coupon" })],
  [/^payment\./, () => ({ payType: "online", provider: "simulated", decision: "pay" })],
  [/^webhook|check/, (world) => ({ payType: "online", provider: someCompany(world), decision: "pay" })],
  [
    /^refund-request/,
    () => ({
      payType: "cash",
      gear: 0,
      plannedFault: null,
      isRefundRequested: true,
      isRefundedManually: false,
    }),
  ],
  [
    /^refund|return-payment/,
    (world) => ({ payType: "online", provider: someCompany(world), decision: "pay", plannedFault: "refuse" }),
  ],
  [
    /^extend/,
    (world) => ({
      isExtended: true,
      gear: 2,
      plannedFault: null,
      decision: "pay",
      stopAfterMs: oneIn(world, 4) ? 1_000 : null,
    }),
  ],
  [/^stop|send-command/, () => ({ stopAfterMs: 0, plannedFault: null, gear: 2 })],
  [/^upload/, () => ({ sendsFeedback: true })],
  [/^deadline/, () => ({ plannedFault: "silent" })],
];

const someCompany = ({ random, companies }: CampaignWorld): string => random.pick(companies, () => 1).name;

export function randomOrderPlan(world: CampaignWorld): OrderPlan {
  const { random, fleet, wanted } = world;
  const pick = <T>(weights: readonly (readonly [T, number])[]): T => random.pick(weights, ([, w]) => w)[0];
  const payType = pick<OrderPlan["payType"]>([
    ["cash", 2],
    ["coupon", 2],
    ["cashCoupon", 1],
    ["online", 6],
  ]);
  const plan: OrderPlan = {
    deviceId: random.pick(fleet.chairs(), () => 1).deviceId,
    gear: pick([
      [0, 3],
      [1, 2],
      [2, 1],
    ]),
    payType,
    provider: oneIn(world, 4) ? "simulated" : someCompany(world),
    decision: pick<Decision>([
      ["pay", 8],
      ["payTwice", 2],
      ["refuse", 1],
      ["leave", 1],
      ["payLate", 2],
    ]),
    percentOff: oneIn(world, 5) ? random.between(5, 95) : null,
    plannedFault: pick<PlannedFault | null>([
      [null, 8],
      ["refuse", 2],
      ["silent", 1],
      ["fault", 2],
      ["powerCut", 2],
      ["lostReply", 2],
      ["noise", 2],
    ]),
    stopAfterMs: oneIn(world, 5) ? random.between(0, 1500) : null,
    isExtended: oneIn(world, 6),
    sendsFeedback: oneIn(world, 12),
    isRefundedManually: oneIn(world, 8),
    isRefundRequested: oneIn(world, 8),
  };
  const lead = wanted === null ? undefined : leads.find(([pattern]) => pattern.test(wanted));
  return lead === undefined || oneIn(world, 3) ? plan : { ...plan, ...lead[1](world) };
}
