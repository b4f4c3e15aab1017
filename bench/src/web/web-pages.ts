export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Whether the visitor is a logged-in manager. */
  readonly needsToken: boolean;
  /** Whether the same browser has visited the page before. */
  readonly isRepeat?: boolean;
  /** Patterns of requests that the product's content does not need; see `Visit.unneeded`. */
  readonly unneeded?: readonly string[];
  /** Whether the product's code comes from the cache, and runs while the calls of the content are pending. */
  readonly runsDuringCalls?: boolean;
  /** JavaScript expression that is true when the product shows the content; `peerShown` is that of the peer. */
  readonly shown: string;
  readonly peerShown: string;
  /** Target times in milliseconds; null without a target. */
  readonly goals: { readonly simulatedMs: number | null; readonly appliedMs: number | null };
}

const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}) !== null`;
const peerShown = has("[data-shown]");
const scripts = ["**/*.js"];
const defaultGoals = { simulatedMs: 1_400, appliedMs: 2_600 };

/**
 * Returns the pages that users open from a link or a scanned code, with the target times of their content.
 * @param deviceId ID of an idle chair
 * @param orderId ID of an order whose massage is running
 */
export function measuredPages(deviceId: string, orderId: string): readonly MeasuredPage[] {
  // Managers' pages. The document's first script shows their content before the app has loaded.
  const manager = { needsToken: true, unneeded: scripts, peerShown, goals: defaultGoals } as const;
  const chair = `/pages/index/index?deviceId=${deviceId}`;
  const home = {
    ...manager,
    path: "/pages/home/home",
    shown: has("[data-currency]"),
  } as const;
  return [
    { ...home, name: "home: figures", goals: { simulatedMs: 1_200, appliedMs: 2_200 } },
    {
      ...home,
      name: "home, repeat visit: current figures",
      isRepeat: true,
      goals: { simulatedMs: 500, appliedMs: 1_100 },
    },
    {
      ...manager,
      name: "charts: first chart",
      path: "/pages/dataChart/dataChart",
      shown: has("main svg [class*=chart-]"),
      peerShown: has("[data-chart] svg path"),
    },
    {
      ...manager,
      name: "details: outlets",
      path: "/pages/details/details",
      shown: has("main :is(table, [role=table])"),
    },
    {
      ...manager,
      name: "devices: first rows",
      path: "/pages/deviceList/deviceList",
      shown: has("main li"),
    },
    {
      ...manager,
      name: "orders: first rows",
      path: "/pages/order/order",
      shown: has("main li"),
    },
    {
      name: "chair page: prices",
      path: chair,
      needsToken: false,
      unneeded: scripts,
      shown: has("#app input[type=radio]"),
      peerShown,
      goals: { simulatedMs: 650, appliedMs: 900 },
    },
    {
      name: "chair page: pay button answers",
      path: chair,
      needsToken: false,
      // The app sets `earlyTap` to null when it begins to handle taps.
      shown: "window.earlyTap === null",
      peerShown,
      goals: { simulatedMs: null, appliedMs: 2_200 },
    },
    {
      name: "countdown after a reload: time left",
      path: `/pages/deviceOrder/order?orderId=${orderId}`,
      needsToken: true,
      unneeded: scripts,
      // The document contains the remaining time.
      shown: `/^\\d\\d+:\\d\\d$/.test(document.querySelector("#app [role=timer]")?.textContent)`,
      peerShown,
      goals: { simulatedMs: 1_200, appliedMs: 2_200 },
    },
  ];
}
