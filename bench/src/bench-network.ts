import { createHash, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";

export interface BenchChair {
  readonly deviceId: string;
  readonly secret: string;
}

export interface BenchNetwork {
  readonly outletIds: readonly string[];
  readonly priceId: string;
  /** ID of the price of a one-hour massage. */
  readonly longPriceId: string;
  /** One session token per manager. Every manager manages all outlets. */
  readonly tokens: readonly string[];
  /**
   * Inserts chairs, distributed evenly over the outlets in the order of `outletIds`. With `isOnline`, the database
   * contains them as online although none is connected.
   */
  addChairs(count: number, isOnline?: boolean): Promise<BenchChair[]>;
}

const outlets = 40;
const hash = (secret: string) => createHash("sha256").update(secret).digest();
export const newSecret = () => randomBytes(32).toString("base64url");

/** Inserts forty outlets, two prices, and `managers` managers directly into the server's database. */
export async function insertNetwork(owner: pg.Client, managers: number): Promise<BenchNetwork> {
  const priceId = randomUUID();
  const longPriceId = randomUUID();
  const outletIds = Array.from({ length: outlets }, (_, i) => `bench-${i}`);
  await owner.query(
    `INSERT INTO outlet (outlet_id, name, time_zone, currency, created_at)
     SELECT id, 'Outlet ' || id, 'Asia/Manila', 'PHP', now() FROM unnest($1::text[]) id`,
    [outletIds],
  );
  await owner.query(`INSERT INTO price_group (price_group_id, currency) VALUES ('bench', 'PHP')`);
  await owner.query(
    `INSERT INTO price (price_id, price_group_id, gear, name, minutes, amount_minor, created_at)
     VALUES ($1, 'bench', 1, 'Trial', 1, 2000, now()), ($2, 'bench', 1, 'Long', 60, 50000, now())`,
    [priceId, longPriceId],
  );
  const tokens = Array.from({ length: managers }, newSecret);
  for (const token of tokens) await addManager(owner, { token, outletIds });

  let chairs = 0;
  return {
    outletIds,
    priceId,
    longPriceId,
    tokens,
    async addChairs(count, isOnline = false) {
      const added = Array.from({ length: count }, () => {
        chairs += 1;
        return { deviceId: `B${String(chairs).padStart(7, "0")}`, secret: newSecret() };
      });
      await owner.query(
        `INSERT INTO device (device_id, outlet_id, price_group_id, installed_at, credential_hash, online)
         SELECT id, outlet, 'bench', now() - interval '1 year', credential, $4
         FROM unnest($1::text[], $2::text[], $3::bytea[]) AS d (id, outlet, credential)`,
        [
          added.map(({ deviceId }) => deviceId),
          added.map((_, i) => outletIds[i % outlets]),
          added.map(({ secret }) => hash(secret)),
          isOnline,
        ],
      );
      return added;
    },
  };
}

/** Inserts a manager of the outlets, with a session of 30 days that has the token. */
export async function addManager(
  owner: pg.Client,
  { token, outletIds }: { readonly token: string; readonly outletIds: readonly string[] },
): Promise<void> {
  const accountId = randomUUID();
  await owner.query(
    `INSERT INTO account (account_id, kind, login_name, password_hash, display_name, permissions, created_at)
     VALUES ($1, 'outletManager', $2, 'never logs in by password', 'Bench', '{home,details,user,cash,start,stop,refund,coupons,service,export}', now())`,
    [accountId, `bench.${accountId}`],
  );
  await owner.query(
    `INSERT INTO outlet_manager (outlet_id, account_id) SELECT id, $2 FROM unnest($1::text[]) id`,
    [outletIds, accountId],
  );
  await owner.query(
    `INSERT INTO session (token_hash, account_id, created_at, last_used_at, expires_at)
     VALUES ($1, $2, now(), now(), now() + interval '30 days')`,
    [hash(token), accountId],
  );
}
