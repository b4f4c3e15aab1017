import { sql } from "kysely";
import type { Transaction } from "#platform/database.ts";

export interface Deed {
  readonly at: Date;
  /** `manager:<id>`, `customer:<id>`, `chair:<id>` or `server`. */
  readonly actor: string;
  readonly action: string;
  readonly orderId: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Who did what to an order; append-only, for people who settle disputes. */
export async function noteDeed(tx: Transaction, deed: Deed): Promise<void> {
  await sql`
    INSERT INTO audit_entry (at, actor, action, subject, detail)
    VALUES (${deed.at}, ${deed.actor}, ${deed.action}, ${`order:${deed.orderId}`},
      ${JSON.stringify(deed.detail ?? {})}::jsonb)`.execute(tx);
}
