export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Address of the peer's page; where the peer lacks a page, its list of devices, which is the nearest one. */
  readonly peerPath: string;
  /** Whether the visitor is a logged-in manager. */
  readonly needsToken: boolean;
  /** Whether the same browser has visited the page before. */
  readonly isRepeat: boolean;
  /** JavaScript expression that is true when the product shows the content. */
  readonly shown: string;
  /** Target: at most this share of the peer's time. */
  readonly maxRatio: number;
}

const has = (selector: string): string => `document.querySelector(${JSON.stringify(selector)}) !== null`;
/** JavaScript expression that is true when the peer shows the content, on every page: with a chart, once it is drawn. */
export const peerShown = `${has("[data-shown]")} && (!${has("[data-chart]")} || ${has("[data-chart] svg path")})`;

const deviceList = "/pages/deviceList/deviceList";
/** True when the page shows text and no placeholder of content that is loading. */
const isLoaded = `!${has("main [class*=skeleton-]")} && document.querySelector("main")?.textContent.trim().length > 25`;

/**
 * Returns the pages that users open from a link or a scanned code.
 * @param deviceId ID of an idle chair
 * @param outletId ID of an outlet
 * @param orderId ID of an order whose massage is running
 */
export function measuredPages(ids: {
  readonly deviceId: string;
  readonly outletId: string;
  readonly orderId: string;
}): readonly MeasuredPage[] {
  const { deviceId, outletId, orderId } = ids;
  const managers = (name: string, path: string, shown: string, peerPath = path): MeasuredPage => ({
    name,
    path,
    peerPath,
    shown,
    needsToken: true,
    isRepeat: false,
    maxRatio: 0.3,
  });
  const withoutPeer = (name: string, path: string) => managers(name, path, isLoaded, deviceList);
  const home = managers("home", "/pages/home/home", has("[data-currency]"));
  const chairPath = `/pages/index/index?deviceId=${deviceId}`;
  const chair = { path: chairPath, peerPath: chairPath, needsToken: false, isRepeat: false };
  return [
    {
      ...chair,
      name: "chair page: prices",
      shown: has("#app input[type=radio]"),
      maxRatio: 0.25,
    },
    {
      ...chair,
      name: "chair page: pay button answers",
      // The app sets `earlyTap` to null when it begins to handle taps.
      shown: "window.earlyTap === null",
      maxRatio: 0.45,
    },
    {
      ...managers(
        "countdown after a reload",
        `/pages/deviceOrder/order?orderId=${orderId}`,
        `/^\\d\\d+:\\d\\d$/.test(document.querySelector("#app [role=timer]")?.textContent)`,
      ),
      maxRatio: 0.35,
    },
    home,
    { ...home, name: "home, repeat visit: current figures", isRepeat: true, maxRatio: 0.45 },
    managers("charts", "/pages/dataChart/dataChart", has("main svg[class*=chart-]")),
    managers("details", "/pages/details/details", has("main :is(table, [role=table])")),
    managers("devices", deviceList, has("main li")),
    managers("orders", "/pages/order/order", has("main li")),
    withoutPeer("alerts", "/pages/alerts/alerts"),
    withoutPeer("cash", "/pages/cash/cash"),
    withoutPeer("outlet", `/pages/outlet/outlet?areaId=${outletId}`),
    withoutPeer("device", `/pages/device/device?deviceId=${deviceId}`),
    withoutPeer("feedback", "/pages/feedback/feedback"),
  ];
}
