import type { account } from "./en_US/account.ts";
import type { alerts } from "./en_US/alerts.ts";
import type { answering } from "./en_US/answering.ts";
import type { cash } from "./en_US/cash.ts";
import type { entries } from "./en_US/entries.ts";
import type { charts } from "./en_US/charts.ts";
import type { customer } from "./en_US/customer.ts";
import type { device } from "./en_US/device.ts";
import type { details } from "./en_US/details.ts";
import type { exports } from "./en_US/exports.ts";
import type { feedback } from "./en_US/feedback.ts";
import type { lists } from "./en_US/lists.ts";
import type { manager } from "./en_US/manager.ts";
import type { massage } from "./en_US/massage.ts";
import type { notifications } from "./en_US/notifications.ts";
import type { pages } from "./en_US/pages.ts";
import type { places } from "./en_US/places.ts";
import type { receipts } from "./en_US/receipts.ts";
import type { refunds } from "./en_US/refunds.ts";
import type { scanning } from "./en_US/scanning.ts";
import type { shared } from "./en_US/shared.ts";

export type SharedTexts = typeof shared;
export type CustomerTexts = typeof customer;
export type MassageTexts = typeof massage;
export type ScanningTexts = typeof scanning;
export type PagesTexts = typeof pages;
export type ReceiptsTexts = typeof receipts;
export type EntriesTexts = typeof entries;
export type RefundsTexts = typeof refunds;
export type ManagerTexts = typeof manager;
export type AnsweringTexts = typeof answering;
export type FeedbackTexts = typeof feedback;
export type ListsTexts = typeof lists;
export type DetailsTexts = typeof details;
export type DeviceTexts = typeof device;
export type PlacesTexts = typeof places;
export type ChartsTexts = typeof charts;
export type CashTexts = typeof cash;
export type AlertsTexts = typeof alerts;
export type AccountTexts = typeof account;
export type NotificationsTexts = typeof notifications;
export type ExportsTexts = typeof exports;

/** The parts of the dictionary; en_US defines the type of each, which every other locale must match. */
export interface Texts {
  shared: SharedTexts;
  customer: CustomerTexts;
  massage: MassageTexts;
  scanning: ScanningTexts;
  pages: PagesTexts;
  receipts: ReceiptsTexts;
  feedback: FeedbackTexts;
  answering: AnsweringTexts;
  manager: ManagerTexts;
  lists: ListsTexts;
  exports: ExportsTexts;
  details: DetailsTexts;
  places: PlacesTexts;
  device: DeviceTexts;
  charts: ChartsTexts;
  refunds: RefundsTexts;
  entries: EntriesTexts;
  account: AccountTexts;
  cash: CashTexts;
  notifications: NotificationsTexts;
  alerts: AlertsTexts;
}

/** Parts that only some pages need; each is a chunk that is loaded with the page's chunk. */
export type PageTextPart = Exclude<keyof Texts, "shared" | "customer" | "manager">;
