import type * as customer from "./en_US/customer.ts";
import type * as manager from "./en_US/manager.ts";

/** The texts of each app by section. The files of en_US define them, and those of every other language match them. */
export type CustomerTexts = typeof customer;
export type ManagerTexts = typeof manager;
export type Texts = ManagerTexts & Omit<CustomerTexts, keyof ManagerTexts>;
