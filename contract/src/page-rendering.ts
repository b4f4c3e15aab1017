import type { Static } from "typebox";
import type { AdvertList } from "./outlets/adverts.ts";
import type { PriceList, PublicDevice } from "./devices/devices.ts";
import type { Language } from "./text/languages.ts";
import type { HomeFigures } from "./sessions/launch.ts";
import type { UserInfo } from "./sessions/login.ts";
import type { ReplyOf } from "./endpoint.ts";
import type { dictionary } from "./text/dictionary.ts";
import type { Currency } from "#money/currencies.ts";

/** Public settings of this installation. They are inlined in every page and must not contain secrets. */
export interface PublicSettings {
  readonly defaultLanguage: Language;
  /** Origins that links in scanned codes may have (QS-2), in addition to the page's own origin. */
  readonly acceptedOrigins: readonly string[];
  /**
   * Whether the simulated payment provider is enabled, and the currencies of online payment, which are empty without a
   * payment provider.
   */
  readonly onlinePayment: { readonly simulated: boolean; readonly currencies: readonly Currency[] };
  /** Source of map tiles; null: locations are shown without a map. */
  readonly map: MapSource | null;
}

export interface MapSource {
  /** URL template with the placeholders {z}, {x}, and {y} of a tile. */
  readonly tilesUrl: string;
  /** Attribution in plain text; URLs in it become links. */
  readonly attribution: string;
}

/** Public data of a chair, inlined in its page. */
export interface ChairPageData {
  readonly device: Static<typeof PublicDevice>;
  /** Price list; null if the chair has none. */
  readonly prices: Static<typeof PriceList> | null;
  readonly adverts: Static<typeof AdvertList>;
}

export interface PageInput {
  readonly path: string;
  /** Query string including the question mark, or empty. */
  readonly search: string;
  readonly language: Language;
  readonly settings: PublicSettings;
  /** Chair of a chair page; null on other pages and for an unknown chair. */
  readonly chair: ChairPageData | null;
}

export interface RenderedPage {
  readonly app: "customer" | "manager";
  readonly status: 200 | 404;
  readonly title: string;
  /** Markup for the app's root; empty if only the browser renders the page. */
  readonly html: string;
  /** Placeholder markup of a page that the browser renders; empty if it has none. */
  readonly outline: string;
  /** Message that is shown if the app cannot start. */
  readonly startFailed: string;
  /** Source modules that the first view needs, named as in the client manifest. */
  readonly modules: readonly string[];
  /** Modules of the texts that the first view needs, by language. */
  readonly textModules: Readonly<Record<Language, readonly string[]>>;
  /** Calls that the document makes if the browser has stored a token. */
  readonly earlyCalls: readonly EarlyCall[];
  /** Whether the document makes these calls only with a manager's token. */
  readonly needsManager: boolean;
}

/** A call that the document makes before any script has loaded. The API client uses its response. */
export interface EarlyCall {
  readonly method: "GET" | "POST";
  /** Path and query, relative to the origin. */
  readonly url: string;
  /** Form fields of a POST; null for a GET. */
  readonly body: string | null;
}

/** Type of `renderPage`, exported by the web's server bundle. */
export type RenderPage = (input: PageInput) => RenderedPage;

/** Time zone of the user's phone or computer. */
export interface DeviceZone {
  /** IANA name, such as `Asia/Manila`; empty if only the offset is known. */
  readonly name: string;
  /** Current UTC offset in minutes, positive to the east. */
  readonly offsetMinutes: number;
}

export interface HomeInput {
  readonly language: Language;
  readonly userInfo: Static<typeof UserInfo>;
  readonly figures: Static<typeof HomeFigures>;
  /** The time zone in which the figures count days; null: that of the account. */
  readonly deviceZone: DeviceZone | null;
}

/** Type of `renderHome`, exported by the web's server bundle: markup of home that is shown until the app has loaded. */
export type RenderHome = (input: HomeInput) => string;

/** Address of a page: its path, and its query string including the question mark, or empty. */
export type PageAddress = Pick<PageInput, "path" | "search">;

/**
 * Type of `contentCallOf`: returns the call whose response `renderContent` renders as the content of the page. Returns
 * null for a page that `renderContent` does not render, and for a page that the account may not open.
 */
export type ContentCallOf = (address: PageAddress, userInfo: Static<typeof UserInfo>) => EarlyCall | null;

export interface ContentInput extends PageAddress, Pick<HomeInput, "language" | "userInfo" | "deviceZone"> {
  readonly dictionary: ReplyOf<typeof dictionary>;
  /** Data of the response to the page's content call. */
  readonly content: unknown;
}

/** Type of `renderContent`: markup of a manager's page with its content, which is shown until the app has loaded. */
export type RenderContent = (input: ContentInput) => string;
