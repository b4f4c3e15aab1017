import { type CampaignWorld, oneIn } from "./campaign-world.ts";

export type Decision = "pay" | "payTwice" | "refuse" | "leave" | "payLate";
/** What is wrong with the chair while this wish is under way. */
export type Trouble = "refuse" | "silent" | "fault" | "powerCut" | "lostReply" | "noise";

/** What somebody at a chair wants, and what happens to it. */
export interface Wish {
  readonly deviceId: string;
  readonly gear: 0 | 1 | 2;
  readonly payType: "cash" | "coupon" | "cashCoupon" | "online";
  /** Online: a company's name, or "simulated". */
  readonly provider: string;
  readonly decision: Decision;
  /** Online: how much of the price a coupon takes off. */
  readonly percentOff: number | null;
  readonly trouble: Trouble | null;
  /** Milliseconds after which it is stopped. */
  readonly stopAfterMs: number | null;
  /** Adds minutes once it runs, paid as the massage is or by a coupon. */
  readonly isExtended: boolean;
  readonly tellsOfIt: boolean;
  readonly isGivenBackByHand: boolean;
  /** A manager asks the operator for money of it. */
  readonly isAskedBack: boolean;
}

/** What leads to a fail point, for the first pattern that its name fits. */
const leads: readonly (readonly [RegExp, (world: CampaignWorld) => Partial<Wish>])[] = [
  [/^activate\.proposed/, () => ({ payType: "online" })],
  [/^activate/, (world) => ({ payType: oneIn(world, 2) ? "cash" : "coupon" })],
  [/^payment\./, () => ({ payType: "online", provider: "simulated", decision: "pay" })],
  [/^webhook|check/, (world) => ({ payType: "online", provider: someCompany(world), decision: "pay" })],
  [
    /^refund-request/,
    () => ({ payType: "cash", gear: 0, trouble: null, isAskedBack: true, isGivenBackByHand: false }),
  ],
  [
    /^refund|return-payment/,
    (world) => ({ payType: "online", provider: someCompany(world), decision: "pay", trouble: "refuse" }),
  ],
  [
    /^extend/,
    (world) => ({
      isExtended: true,
      gear: 2,
      trouble: null,
      decision: "pay",
      stopAfterMs: oneIn(world, 4) ? 1_000 : null,
    }),
  ],
  [/^stop|send-command/, () => ({ stopAfterMs: 0, trouble: null, gear: 2 })],
  [/^upload/, () => ({ tellsOfIt: true })],
  [/^deadline/, () => ({ trouble: "silent" })],
];

const someCompany = ({ random, companies }: CampaignWorld): string => random.pick(companies, () => 1).name;

export function drawWish(world: CampaignWorld): Wish {
  const { random, fleet, wanted } = world;
  const pick = <T>(weights: readonly (readonly [T, number])[]): T => random.pick(weights, ([, w]) => w)[0];
  const payType = pick<Wish["payType"]>([
    ["cash", 2],
    ["coupon", 2],
    ["cashCoupon", 1],
    ["online", 6],
  ]);
  const wish: Wish = {
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
    trouble: pick<Trouble | null>([
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
    tellsOfIt: oneIn(world, 12),
    isGivenBackByHand: oneIn(world, 8),
    isAskedBack: oneIn(world, 8),
  };
  const lead = wanted === null ? undefined : leads.find(([pattern]) => pattern.test(wanted));
  return lead === undefined || oneIn(world, 3) ? wish : { ...wish, ...lead[1](world) };
}
