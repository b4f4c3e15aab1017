import type { Static } from "typebox";
import type { AdvertList } from "./outlets/adverts.ts";
import type { PriceList, PublicDevice } from "./devices/devices.ts";
import type { Currency } from "./fields.ts";
import type { Language } from "./text/languages.ts";
import type { HomeFigures } from "./sessions/launch.ts";
import type { UserInfo } from "./sessions/login.ts";

/** What a page may know of this installation; inlined in every page, so nothing in it is secret. */
export interface PublicSettings {
  readonly defaultLanguage: Language;
  /** Origins whose links a scanned code may carry (QS-2); the page's own origin always counts. */
  readonly acceptedOrigins: readonly string[];
  /** How a customer pays online here: in these currencies, none where no company is configured. */
  readonly onlinePayment: { readonly simulated: boolean; readonly currencies: readonly Currency[] };
  /** Where maps come from; null: places are shown without one. */
  readonly map: MapSource | null;
}

export interface MapSource {
  /** With {z}, {x} and {y} for a picture's place. */
  readonly tilesUrl: string;
  /** Who drew it, in plain text; addresses in it become links. */
  readonly attribution: string;
}

/** What anyone who stands at the chair may see, inlined in its page. */
export interface ChairPageData {
  readonly device: Static<typeof PublicDevice>;
  /** Null: this chair has no price list. */
  readonly prices: Static<typeof PriceList> | null;
  readonly adverts: Static<typeof AdvertList>;
}

export interface PageInput {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly language: Language;
  readonly settings: PublicSettings;
  /** Null on every other page, and where the chair is unknown. */
  readonly chair: ChairPageData | null;
}

export interface RenderedPage {
  readonly app: "customer" | "manager";
  readonly status: 200 | 404;
  readonly title: string;
  /** Markup for the app's root; empty where a page is drawn by the browser alone. */
  readonly html: string;
  /** Markup that holds the place of a page that the browser draws; empty where there is none. */
  readonly outline: string;
  /** Source modules, as the client manifest names them, that the first view needs. */
  readonly modules: readonly string[];
  /** The same of the texts, in each language that the browser may have chosen. */
  readonly textModules: Readonly<Record<Language, readonly string[]>>;
  /** Made only with a stored token, where `needsManager` only with a manager's. */
  readonly earlyCalls: readonly EarlyCall[];
  readonly needsManager: boolean;
}

/** A call that the document makes itself, before any script has loaded; the API client takes its answer. */
export interface EarlyCall {
  readonly method: "GET" | "POST";
  /** From the origin's root, with its query. */
  readonly url: string;
  /** Form fields of a POST. */
  readonly body: string | null;
}

/** What the web's server bundle exports as `renderPage`. */
export type RenderPage = (input: PageInput) => RenderedPage;

export interface HomeInput {
  readonly language: Language;
  readonly userInfo: Static<typeof UserInfo>;
  readonly figures: Static<typeof HomeFigures>;
  /** Minutes east of Greenwich that the figures are counted in; null: the account's own zone. */
  readonly offsetMinutes: number | null;
}

/** What the web's server bundle exports as `renderHome`: markup that stands in for home until the app has loaded. */
export type RenderHome = (input: HomeInput) => string;
