import type { Language } from "./text/languages.ts";
import type { OperationName } from "./operations.ts";
import type { Currency } from "#money/currencies.ts";
import type { Contact } from "#outlets/contact.ts";

/** Public settings of this installation. They are inlined in every page and must not contain secrets. */
export interface PublicSettings {
  readonly defaultLanguage: Language;
  /** Origins that links in scanned codes may have (QS-2), in addition to the page's own origin. */
  readonly acceptedOrigins: readonly string[];
  readonly onlinePayment: OnlinePayment;
  /** Source of map tiles; null: locations are shown without a map. */
  readonly map: MapSource | null;
  readonly operator: Operator;
}

export interface OnlinePayment {
  /** Whether the simulated payment provider is enabled. */
  readonly simulated: boolean;
  /** The currencies of online payment, which are empty without a payment provider. */
  readonly currencies: readonly Currency[];
  /** What customers can pay with, where it is configured. */
  readonly methods: Readonly<Partial<Record<Currency, readonly PaymentMethod[]>>>;
}

/** A wallet or card. */
export interface PaymentMethod {
  readonly name: string;
  /** URL of the logo: https, or a path on this site; null: the name is shown. */
  readonly logoUrl: string | null;
}

/** The company that customers pay, as their pages and receipts show it. */
export interface Operator {
  readonly name: string | null;
  /** URL of the logo: https, or a path on this site. */
  readonly logoUrl: string | null;
  /** Applies to outlets without a contact of their own. */
  readonly contact: Contact | null;
  /** Lines of every receipt, such as the address and the tax number. */
  readonly receiptLines: readonly string[];
}

export interface MapSource {
  /** URL template with the placeholders {z}, {x}, and {y} of a tile. */
  readonly tilesUrl: string;
  /** Attribution in plain text; URLs in it become links. */
  readonly attribution: string;
}

export interface PageInput {
  readonly path: string;
  /** Query string including the question mark, or empty. */
  readonly search: string;
  readonly language: Language;
  readonly settings: PublicSettings;
  /** Calls the operations that reply the same to everyone, for a document without a session. */
  readonly callPublicOperation: CallOperation;
  /** The session for which the page is rendered with its content; null without one. */
  readonly session: PageSession | null;
  /** The time of the rendering, as ISO 8601. */
  readonly now: string;
}

/** Calls an operation on behalf of the caller of a document; rejects if the operation refuses the call. */
export type CallOperation = (name: OperationName, request: object | undefined) => Promise<unknown>;

export interface PageSession {
  /** `sessionIdOf` the token. */
  readonly id: string;
  readonly kind: "customer" | "manager";
  /** The zone in which the browser counts days; null: that of the account. */
  readonly deviceZone: DeviceZone | null;
  readonly callOperation: CallOperation;
  /** ID of the last live event whose change the operations' replies include; null if there is none. */
  readonly eventId: string | null;
}

/** What the app needs to continue with a page that was rendered for a session. */
export type RenderedSession = Pick<PageSession, "id" | "kind" | "deviceZone" | "eventId">;

export interface RenderedPage {
  readonly app: "customer" | "manager";
  readonly status: 200 | 404;
  readonly title: string;
  /** Markup for the app's root; empty if only the browser renders the page. */
  readonly html: string;
  /** Set if the markup contains what the session may see. */
  readonly session?: RenderedSession;
  /**
   * The replies of the operations with which the markup was rendered, as `dehydrate` of TanStack Query returns them.
   */
  readonly queries?: unknown;
  /** Placeholder markup of a page that the browser renders; empty if it has none. */
  readonly outline: string;
  /** Message that is shown if the app cannot start. */
  readonly startFailed: string;
  /** Source modules that the first view needs, named as in the client manifest. */
  readonly modules: readonly string[];
}

/** Type of `renderPage`, exported by the web's server bundle. */
export type RenderPage = (input: PageInput) => Promise<RenderedPage>;

/** A payment at the simulated provider, as its page shows it. */
export interface SimulatedPayment {
  /** The amount to be paid, in minor units. */
  readonly amount: number;
  readonly currency: Currency;
  /** Whether the customer can still pay. */
  readonly isOpen: boolean;
  readonly orderNumber: string;
  readonly deviceId: string;
  readonly areaName: string;
  readonly gear: number;
  readonly minutes: number;
}

/** Type of `renderSimulatedPayment`, exported by the web's server bundle. */
export type RenderSimulatedPayment = (input: {
  readonly language: Language;
  readonly settings: PublicSettings;
  readonly payment: SimulatedPayment;
}) => Pick<RenderedPage, "title" | "html">;

/** Time zone of the user's phone or computer. */
export interface DeviceZone {
  /** IANA name, such as `Asia/Manila`; empty if only the offset is known. */
  readonly name: string;
  /** Current UTC offset in minutes, positive to the east. */
  readonly offsetMinutes: number;
}
