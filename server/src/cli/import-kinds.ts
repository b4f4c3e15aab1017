import { couponProperties } from "@reposo/contract/orders.ts";
import type { Clock } from "#platform/clock.ts";
import type { Transaction } from "#platform/database.ts";
import { importCoupons } from "#features/coupons/index.ts";
import { importDevices } from "#features/devices/index.ts";
import { type ImportOutcome, importOutlets, refundPolicies } from "#features/outlets/index.ts";
import { importPrices } from "#features/prices/index.ts";
import {
  amount,
  type Column,
  currency,
  decimal,
  instant,
  integer,
  list,
  oneOf,
  optional,
  text,
  yesNo,
} from "./csv-columns.ts";
import { type CsvTable, readCsvFile, type RowOf } from "./csv-files.ts";
import { importManagers } from "./import-managers.ts";

export interface ImportResult {
  readonly outcome: ImportOutcome;
  /** What has to be told once, such as a new password. */
  readonly notes: readonly string[];
}

export interface PreparedImport {
  readonly table: Pick<CsvTable<unknown>, "refuse">;
  readonly apply: (tx: Transaction, clock: Clock) => Promise<ImportResult>;
}

export interface ImportKind {
  readonly name: string;
  readonly description: string;
  readonly columnHelp: Readonly<Record<string, string>>;
  readonly isMandatory: (column: string) => boolean;
  /** Reads the file before the database is touched. */
  readonly prepare: (path: string, shownAs: string) => Promise<PreparedImport>;
}

type Columns = Readonly<Record<string, Column<unknown>>>;

function importKind<const C extends Columns>(kind: {
  name: string;
  description: string;
  columns: C;
  help: Readonly<Record<keyof C & string, string>>;
  apply: (tx: Transaction, rows: readonly RowOf<C>[], clock: Clock) => Promise<ImportOutcome | ImportResult>;
}): ImportKind {
  return {
    name: kind.name,
    description: kind.description,
    columnHelp: kind.help,
    isMandatory: (column) => kind.columns[column]?.mandatory ?? false,
    prepare: async (path, shownAs) => {
      const table = await readCsvFile(path, kind.columns, shownAs);
      return {
        table,
        apply: async (tx, clock) => {
          const result = await kind.apply(tx, table.rows, clock);
          return "outcome" in result ? result : { outcome: result, notes: [] };
        },
      };
    },
  };
}

export const importKinds: readonly ImportKind[] = [
  importKind({
    name: "outlets",
    description: "places where chairs stand",
    columns: {
      outletId: text,
      name: text,
      address: optional(text, ""),
      timeZone: text,
      currency,
      latitude: optional(decimal, null),
      longitude: optional(decimal, null),
      paymentProviders: optional(list(oneOf(["stripe", "xendit", "simulated"])), null),
      refundPolicy: optional(oneOf(refundPolicies), "proportional" as const),
    },
    help: {
      outletId: "1 to 32 letters, digits, _ or -; never changes",
      name: "as customers and managers see it",
      address: "one line",
      timeZone: "IANA name, e.g. Asia/Manila",
      currency: "PHP, MYR, CNY or IDR; fixed once chairs stand there",
      latitude: "decimal degrees, e.g. 14.5849",
      longitude: "decimal degrees, e.g. 121.0566",
      paymentProviders:
        "stripe, xendit, parted by semicolons, the preferred first; empty: all that take the currency",
      refundPolicy: "none, proportional or full, where a chair ends a massage early (proportional)",
    },
    apply: (tx, rows, clock) => importOutlets(tx, rows, clock.now()),
  }),
  importKind({
    name: "prices",
    description: "price lists: the file is the whole list of every price group that it names",
    columns: { priceGroupId: text, currency, gear: integer, name: text, minutes: integer, amount },
    help: {
      priceGroupId: "1 to 32 letters, digits, _ or -",
      currency: "PHP, MYR, CNY or IDR; one a group",
      gear: "1 to 99",
      name: "what the gear is called",
      minutes: "1 to 600",
      amount: "e.g. 50 or 49.90; no separators but the decimal point",
    },
    apply: (tx, rows, clock) =>
      importPrices(
        tx,
        rows.map(({ amount: amountMinor, ...row }) => ({ ...row, amountMinor })),
        clock.now(),
      ),
  }),
  importKind({
    name: "devices",
    description: "chairs, in outlets and with price groups that exist",
    columns: {
      deviceId: text,
      outletId: text,
      priceGroupId: optional(text, null),
      disabled: optional(yesNo, false),
    },
    help: {
      deviceId: "4 to 20 capital letters and digits, as on the chair's label",
      outletId: "an outlet that exists",
      priceGroupId: "a price group in the outlet's currency; without one the chair can't be sold",
      disabled: "yes or no (no)",
    },
    apply: (tx, rows, clock) => importDevices(tx, rows, clock.now()),
  }),
  importKind({
    name: "coupons",
    description: "coupons that customers redeem",
    columns: {
      code: text,
      property: oneOf(couponProperties),
      value: optional(amount, null),
      currency: optional(currency, null),
      minutes: optional(integer, null),
      percent: optional(integer, null),
      maxUses: optional(integer, 1),
      maxUsesCustomer: optional(integer, null),
      validFrom: optional(instant, null),
      validUntil: optional(instant, null),
      outletIds: optional(list(text), null),
      gears: optional(list(integer), null),
    },
    help: {
      code: "4 to 64 capital letters, digits and hyphens",
      property:
        "free (a massage for nothing), minutes (one no longer than that), percent, amountOff, or cash",
      value: "what cash is worth, or amountOff takes off, e.g. 50",
      currency: "the value's currency",
      minutes: "of minutes: the longest massage it pays for",
      percent: "of percent: how much of the price it takes off, 1 to 100",
      maxUses: "how often it may be redeemed (1)",
      maxUsesCustomer: "how often by one customer; empty: as often as there are uses",
      validFrom: "a date (from 00:00 UTC) or an instant such as 2026-12-01T00:00:00+08:00",
      validUntil: "the same; the moment itself is no longer included",
      outletIds: "outlets parted by semicolons; empty: everywhere",
      gears: "gears parted by semicolons; empty: any",
    },
    apply: (tx, rows, clock) =>
      importCoupons(
        tx,
        rows.map(({ value: valueMinor, ...row }) => ({ ...row, valueMinor })),
        clock.now(),
      ),
  }),
  importKind({
    name: "managers",
    description: "outlet managers and the outlets they look after; prints each new one's password once",
    columns: {
      loginName: text,
      displayName: text,
      phone: optional(text, null),
      permissions: optional(list(oneOf(["home", "details", "user"])), ["home", "details", "user"] as const),
      country: optional(text, "PH"),
      currency: optional(currency, "PHP" as const),
      timeZone: optional(text, "Asia/Manila"),
      outletIds: list(text),
    },
    help: {
      loginName: "1 to 64 letters, digits and . _ @ + -",
      displayName: "the manager's name",
      phone: "contact number",
      permissions: "home, details and user, parted by semicolons (all)",
      country: "ISO 3166 code of two letters (PH)",
      currency: "PHP, MYR, CNY or IDR (PHP)",
      timeZone: "IANA name (Asia/Manila)",
      outletIds: "outlets parted by semicolons; several managers may name the same one",
    },
    apply: importManagers,
  }),
];
