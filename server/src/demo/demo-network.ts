import { permissions } from "@reposo/contract/permissions.ts";
import type { OpeningHours } from "@reposo/contract/outlets/opening-hours.ts";
import type { Currency } from "@reposo/contract/money/currencies.ts";

export interface DemoOutlet {
  readonly outletId: string;
  readonly name: string;
  readonly address: string;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly latitude: number;
  readonly longitude: number;
  readonly manager: "demo.manager" | "demo.manager2";
  /** Factor for the demand for the outlet's chairs; 1 is average. */
  readonly traffic: number;
  readonly deviceIds: readonly string[];
  readonly openingHours: OpeningHours;
  readonly contactPhone?: string;
  readonly contactMessenger?: string;
  readonly contactHours?: string;
  /** Number of days since the outlet opened; its history begins on that day. */
  readonly openedDaysAgo: number;
}

const chair = (number: number) => `MC${number}`;
const chairs = (first: number, last: number, ...more: number[]) => [
  ...Array.from({ length: last - first + 1 }, (_, i) => chair(first + i)),
  ...more.map(chair),
];
const thirteenMonths = 396;

const everyDay = (opens: number, closes: number): OpeningHours =>
  Array.from({ length: 7 }, () => [{ opens: opens * 60, closes: closes * 60 }]);
const mallHours = everyDay(10, 22);
const aroundTheClock = everyDay(0, 24);

/** ID of an outlet that is open around the clock, so that charts have data at any time of day. */
export const airport = "mnl-naia-3";

const outletIn =
  (
    shared: Pick<
      DemoOutlet,
      "timeZone" | "currency" | "manager" | "contactPhone" | "contactMessenger" | "contactHours"
    >,
  ) =>
  (
    outletId: string,
    name: string,
    address: string,
    [latitude, longitude]: readonly [number, number],
    traffic: number,
    deviceIds: readonly string[],
    openedDaysAgo = thirteenMonths,
  ): DemoOutlet => ({
    ...shared,
    outletId,
    name,
    address,
    latitude,
    longitude,
    openingHours: outletId === airport ? aroundTheClock : mallHours,
    traffic,
    deviceIds,
    openedDaysAgo,
  });
const manila = outletIn({ timeZone: "Asia/Manila", currency: "PHP", manager: "demo.manager" });

export const offlineChair = chair(100047);
/** Returns the time at which `offlineChair` was last seen. The demo contains no later orders of this chair. */
export const offlineSince = (now: Date): Date => new Date(now.getTime() - 12 * 3_600_000);
/** A chair that has a fault whenever the demo starts. */
export const faultyChair = chair(100048);
export const unpricedChair = chair(100049);
/** A chair that is out of service from the time at which the demo is loaded. */
export const servicedChair = chair(100046);
/** A chair that refuses every start, so that its paid massage can continue on another chair of its outlet. */
export const refusingChair = chair(100007);

/** A chair that was offline for some days at the end of a past month. */
export const reconnectedChair = chair(100007);

export const demoOutlets: readonly DemoOutlet[] = [
  manila(
    "mnl-megamall",
    "SM Megamall",
    "EDSA corner Doña Julia Vargas Avenue, Mandaluyong",
    [14.5849, 121.0566],
    1.3,
    chairs(100001, 100007),
  ),
  manila(
    "mnl-mall-of-asia",
    "SM Mall of Asia",
    "Seaside Boulevard, Pasay",
    [14.5352, 120.9822],
    1.5,
    chairs(100008, 100014, 100047),
  ),
  manila(
    "mnl-glorietta",
    "Glorietta",
    "Ayala Center, Makati",
    [14.5515, 121.026],
    1.2,
    chairs(100015, 100019, 100048),
  ),
  manila(
    "mnl-trinoma",
    "TriNoma",
    "EDSA corner North Avenue, Quezon City",
    [14.6535, 121.033],
    1.05,
    chairs(100020, 100024),
  ),
  manila(
    "mnl-robinsons-manila",
    "Robinsons Manila",
    "Pedro Gil Street, Ermita, Manila",
    [14.576, 120.9837],
    0.9,
    chairs(100025, 100029, 100049),
  ),
  manila(
    "mnl-market-market",
    "Market! Market!",
    "McKinley Parkway, Bonifacio Global City, Taguig",
    [14.5497, 121.0557],
    0.8,
    chairs(100030, 100033),
  ),
  manila(
    airport,
    "NAIA Terminal 3",
    "Andrews Avenue, Pasay",
    [14.5085, 121.0194],
    1.4,
    chairs(100034, 100037),
  ),
  manila(
    "mnl-festival-alabang",
    "Festival Mall Alabang",
    "Filinvest City, Alabang, Muntinlupa",
    [14.417, 121.04],
    0.6,
    chairs(100038, 100040),
    210,
  ),
  outletIn({
    timeZone: "Asia/Kuala_Lumpur",
    currency: "MYR",
    manager: "demo.manager",
    contactPhone: "+60 3 5550 0102",
    contactMessenger: "https://wa.me/60355500102",
    contactHours: "10:00-22:00",
  })(
    "kul-pavilion",
    "Pavilion Kuala Lumpur",
    "168 Jalan Bukit Bintang, 55100 Kuala Lumpur",
    [3.1488, 101.7137],
    1.1,
    chairs(100041, 100046, 100050),
  ),
  outletIn({
    timeZone: "Asia/Jakarta",
    currency: "IDR",
    manager: "demo.manager2",
    contactPhone: "+62 21 5550 0103",
    contactMessenger: "https://wa.me/622155500103",
    contactHours: "10.00-22.00",
  })(
    "jkt-grand-indonesia",
    "Grand Indonesia",
    "Jl. M.H. Thamrin No. 1, Jakarta Pusat 10310",
    [-6.1951, 106.8209],
    1.2,
    chairs(100051, 100054),
  ),
  outletIn({ timeZone: "Asia/Shanghai", currency: "CNY", manager: "demo.manager2" })(
    "szx-coco-park",
    "COCO Park 星河COCO Park",
    "深圳市福田区福华三路268号",
    [22.534, 114.054],
    1.4,
    chairs(100055, 100057),
  ),
  outletIn({ timeZone: "Asia/Manila", currency: "PHP", manager: "demo.manager2" })(
    "ceb-ayala-center",
    "Ayala Center Cebu",
    "Archbishop Reyes Avenue, Cebu Business Park, Cebu City",
    [10.3181, 123.905],
    0.9,
    chairs(100058, 100060),
  ),
];

export const demoAccounts = [
  {
    kind: "outletManager",
    loginName: "demo.manager",
    password: "demo-manager-1",
    displayName: "Maria Santos",
    phone: "+63 917 555 0100",
    permissions,
  },
  {
    kind: "outletManager",
    loginName: "demo.viewer",
    password: "demo-viewer-1",
    displayName: "Jose Reyes",
    phone: "+63 917 555 0101",
    permissions: ["home", "user"],
  },
  {
    kind: "outletManager",
    loginName: "demo.manager2",
    password: "demo-manager-2",
    displayName: "Dewi Lestari",
    phone: "+62 812 5550 102",
    permissions,
  },
  {
    kind: "operator",
    loginName: "demo.operator",
    password: "demo-operator-1",
    displayName: "Demo Operator",
    phone: null,
    permissions: [],
  },
] as const;
