import type { Login } from "#features/login/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { exportCollections } from "./export-collections.ts";
import { exportOrders } from "./export-orders.ts";
import { createExportSlots } from "./export-slots.ts";
import { exportReport } from "./export-report.ts";
import { createExportTickets } from "./export-tickets.ts";
import { linkExport } from "./link-export.ts";

export interface ExportsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly findCaller: Login["findCaller"];
  /** Origin of export links, for example `https://example.com`. */
  readonly publicUrl: string;
  /**
   * Number of database connections of the server; exports may use a quarter of them at the same time, but at least
   * one.
   */
  readonly connections: number;
  /** Days after the end of a month, in the outlet's time zone, until the month is closed. */
  readonly monthClosesAfterDays: number;
}

export type Exports = ReturnType<typeof createExports>;

const exportsPerAccount = 2;

export function createExports({
  database,
  clock,
  findCaller,
  publicUrl,
  connections,
  monthClosesAfterDays,
}: ExportsDependencies) {
  const slots = createExportSlots({
    perAccount: exportsPerAccount,
    total: Math.max(1, Math.floor(connections / 4)),
  });
  const tickets = createExportTickets({ database, clock, findCaller });
  const deps = { database, clock, slots, monthClosesAfterDays };
  return {
    exportOrders: exportOrders(deps),
    exportReport: exportReport(deps),
    exportCollections: exportCollections(deps),
    link: linkExport({ clock, publicUrl, tickets }),
    /** Redeems a ticket; null if the ticket is unknown or expired, or belongs to another operation or query. */
    redeemTicket: tickets.redeem,
    purgeExpired: tickets.purgeExpired,
  };
}
