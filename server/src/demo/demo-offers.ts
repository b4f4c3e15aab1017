import type { Currency } from "@reposo/contract/money/currencies.ts";
import type { AdvertRow } from "#features/adverts/index.ts";

export const demoPriceGroup = (currency: Currency): string => `standard-${currency}`;

const gears = [
  { gear: 1, name: "Trial", minutes: 1, zh_CN: "体验", zh_TW: "體驗", id_ID: "Coba" },
  { gear: 2, name: "Relax", minutes: 10, zh_CN: "放松", zh_TW: "放鬆", id_ID: "Relaks", popular: true },
  { gear: 3, name: "Deep tissue", minutes: 20, zh_CN: "深层", zh_TW: "深層", id_ID: "Pijat dalam" },
  { gear: 4, name: "Full body", minutes: 30, zh_CN: "全身", zh_TW: "全身", id_ID: "Seluruh badan" },
] as const;

/** Prices in minor units, by gear. */
const amounts: Record<Currency, readonly [number, number, number, number]> = {
  PHP: [5_00, 50_00, 90_00, 120_00],
  MYR: [50, 5_00, 9_00, 12_00],
  CNY: [1_00, 10_00, 18_00, 25_00],
  IDR: [1_500_00, 15_000_00, 25_000_00, 35_000_00],
};

export const demoPrices = (Object.keys(amounts) as Currency[]).flatMap((currency) =>
  gears.map((gear, index) => ({
    ...gear,
    currency,
    priceGroupId: demoPriceGroup(currency),
    amountMinor: amounts[currency][index] as number,
  })),
);

const numbers = Array.from({ length: 40 }, (_, i) => i + 1);

export const demoCoupons = [
  ...numbers.map((n) => ({ code: `DEMO-FREE-${n}`, property: "free" as const })),
  // A cash coupon has one currency; PHP is the network's main currency.
  ...numbers.map((n) => ({
    code: `DEMO-CASH-${n}`,
    property: "cash" as const,
    valueMinor: amounts.PHP[0],
    currency: "PHP" as const,
  })),
];

/** Coupons that customers of the past redeemed. They expire at `today`. */
export const pastCoupons = (today: Date) =>
  [
    { code: "WELCOME-LAST-YEAR", property: "free" as const },
    ...(Object.keys(amounts) as Currency[]).map((currency) => ({
      code: `GIFT-${currency}`,
      property: "cash" as const,
      valueMinor: amounts[currency][1],
      currency,
    })),
  ].map((coupon) => ({ ...coupon, maxUses: 100_000, validUntil: today }));

export const demoAdverts: readonly AdvertRow[] = [
  {
    advertId: "shoulders",
    position: 0,
    en_US: "Ten minutes for your shoulders: intensity 2, right here.",
    zh_CN: "给肩膀十分钟：选择 2 档，就在这里。",
    zh_TW: "讓肩膀放鬆十分鐘：選強度 2，就在這裡。",
    id_ID: "Sepuluh menit untuk bahu Anda: intensitas 2, di sini.",
  },
  {
    advertId: "sunset",
    outletIds: ["mnl-mall-of-asia"],
    position: 1,
    en_US: "Sunset at the bay from 17:30. Rest your feet first.",
    zh_CN: "海湾日落 17:30 开始，先让双脚休息一下。",
    zh_TW: "海灣日落 17:30 開始，先讓雙腳休息一下。",
    id_ID: "Matahari terbenam di teluk mulai 17:30. Istirahatkan kaki dulu.",
  },
  {
    advertId: "shopping",
    outletIds: ["kul-pavilion"],
    position: 2,
    en_US: "After shopping on Bukit Bintang: twenty minutes of deep tissue.",
    zh_CN: "逛完武吉免登，来二十分钟深层按摩。",
    zh_TW: "逛完武吉免登，來二十分鐘深層按摩。",
    id_ID: "Setelah berbelanja di Bukit Bintang: dua puluh menit pijat dalam.",
  },
];
