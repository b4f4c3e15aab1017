import type { customer } from "./en_US/customer.ts";
import type { manager } from "./en_US/manager.ts";
import type { shared } from "./en_US/shared.ts";

/** The parts of the dictionary; en_US is the type of each, and every other locale must match it. */
export interface Texts {
  shared: SharedTexts;
  customer: CustomerTexts;
  manager: ManagerTexts;
}

export type SharedTexts = typeof shared;
export type CustomerTexts = typeof customer;
export type ManagerTexts = typeof manager;
