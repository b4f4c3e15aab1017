import type { Login } from "#features/login/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { exportCollections } from "./export-collections.ts";
import { exportOrders } from "./export-orders.ts";
import { createExportPlaces } from "./export-places.ts";
import { exportReport } from "./export-report.ts";
import { createExportTickets } from "./export-tickets.ts";
import { linkExport } from "./link-export.ts";

export interface ExportsParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly findCaller: Login["findCaller"];
  /** Origin that links begin with. */
  readonly publicUrl: string;
  /** Connections of which exports may hold a quarter. */
  readonly connections: number;
  readonly monthClosesAfterDays: number;
}

export type Exports = ReturnType<typeof createExports>;

const exportsAnAccount = 2;

/** Lists and reports as files: the rows of other features, in the caller's language and zone. */
export function createExports({
  database,
  clock,
  findCaller,
  publicUrl,
  connections,
  monthClosesAfterDays,
}: ExportsParts) {
  const places = createExportPlaces({
    anAccount: exportsAnAccount,
    inAll: Math.max(1, Math.floor(connections / 4)),
  });
  const tickets = createExportTickets({ database, clock, findCaller });
  const parts = { database, clock, places, monthClosesAfterDays };
  return {
    exportOrders: exportOrders(parts),
    exportReport: exportReport(parts),
    exportCollections: exportCollections(parts),
    link: linkExport({ clock, publicUrl, tickets }),
    redeemTicket: tickets.redeem,
    purgeExpired: tickets.purgeExpired,
  };
}
