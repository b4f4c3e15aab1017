import { once } from "node:events";
import pg from "pg";
import { from as copyFrom, type CopyStreamQuery } from "pg-copy-streams";
import {
  markOf,
  ordersPerChairAndDay,
  type StatisticsChair,
  type StatisticsNetwork,
} from "./statistics-network.ts";

const dayMs = 86_400_000;
/** Opening time as an offset from midnight UTC: 10:00 in Manila. */
const opensAtMs = 2 * 3_600_000;
/** The opening hours consist of one slot of this length per order of a chair. */
const slotMs = (12 * 3_600_000) / ordersPerChairAndDay;
const rowsPerChunk = 10_000;

const orderColumns =
  "order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear, minutes, " +
  "amount_minor, refunded_minor, currency, started_at, ends_at, ended_at, end_reason";
const entryColumns =
  "order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at";

/**
 * Generates the orders of `days` days up to `now`, with their ledger entries, and writes them by COPY in order of time.
 * The transaction that fills a partition of orders also creates the partition, and the transaction that fills the
 * ledger truncates the ledger first. With a minimal `wal_level`, PostgreSQL then writes no WAL for the rows, and it can
 * freeze them immediately.
 * @returns the numbers of written rows
 */
export async function copyHistory(
  connection: pg.PoolConfig,
  { chairs, copies, days }: Pick<StatisticsNetwork, "chairs" | "copies" | "days">,
  now: Date,
): Promise<{ orders: number; entries: number }> {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const firstDay = today - (days - 1) * dayMs;
  const orders = await openCopy(connection, {
    begin: `SELECT make_order_months('${instant(firstDay)}', '${instant(now.getTime())}')`,
  });
  const entries = await openCopy(connection, { begin: "TRUNCATE ledger_entry" });
  await entries.into("ledger_entry", entryColumns);
  const random = linearCongruential(20_261_121);
  let serial = 0;
  for (let day = firstDay; day <= today; day += dayMs) {
    await orders.into(monthTable(day), orderColumns);
    // Each number encodes the time and the chair of an order, because sorting numbers is faster than sorting objects.
    const offsets = new Float64Array(chairs.length * ordersPerChairAndDay);
    for (let chair = 0, i = 0; chair < chairs.length; chair += 1)
      for (let slot = 0; slot < ordersPerChairAndDay; slot += 1, i += 1)
        offsets[i] = (slot * slotMs + Math.floor(random() * 0.8 * slotMs)) * chairs.length + chair;
    offsets.sort();
    for (const offset of offsets) {
      const at = day + opensAtMs + Math.floor(offset / chairs.length);
      if (at >= now.getTime()) break;
      const chair = chairs[offset % chairs.length] as StatisticsChair;
      const outcome = outcomeOf(at, random());
      for (let copy = 0; copy < copies; copy += 1) {
        serial += 1;
        orders.add(orderRow(outcome, chair, markOf(copy), serial));
        for (const entry of entryRows(outcome, chair, markOf(copy), serial)) entries.add(entry);
        if (serial % rowsPerChunk === 0) await Promise.all([orders.flush(), entries.flush()]);
      }
    }
  }
  await Promise.all([orders.end(), entries.end()]);
  return { orders: orders.rows(), entries: entries.rows() };
}

/** Returns the name that `make_order_months` gives the partition with the orders of a UTC day. */
const monthTable = (day: number): string => `orders_${instant(day).slice(0, 7).replace("-", "_")}`;

const instant = (ms: number) => new Date(ms).toISOString();

interface Outcome {
  /** Prefixes of the order's ID and number, which depend on the order time. */
  readonly idStart: string;
  readonly numberStart: string;
  readonly orderedAt: string;
  /** COPY text of the order's columns after the outlet. */
  readonly order: string;
  /**
   * COPY texts of the ledger entries: `start` contains the columns from the channel to the source, `idEnd` the end of
   * the source's ID after the order's ID, and `at` the time.
   */
  readonly entries: readonly { start: string; idEnd: string; at: string }[];
}

/** Derives the outcome of an order at `at` from a number between 0 and 1. */
function outcomeOf(at: number, chance: number): Outcome {
  const hex = at.toString(16).padStart(12, "0");
  const orderedAt = instant(at);
  const payType = chance < 0.66 ? "online" : chance < 0.88 ? "cash" : chance < 0.93 ? "cashCoupon" : "coupon";
  // Some orders of each payment type are refunded or cancelled.
  const statusChance = (chance * 1000) % 1;
  const status =
    statusChance < 0.93
      ? "completed"
      : statusChance < 0.97 && payType !== "coupon"
        ? "refunded"
        : "cancelled";
  const minutes = (chance * 3000) % 1 < 1 / 3 ? 15 : 10;
  const amount = payType === "coupon" ? 0 : minutes * 1000;
  const started = status === "completed" ? at + 35_000 : null;
  const ended = started === null ? at + 60_000 : started + minutes * 60_000;
  const order = [
    payType === "cash" ? "counter" : payType,
    payType,
    status,
    1,
    minutes,
    amount,
    status === "refunded" ? amount : 0,
    "PHP",
    started === null ? "\\N" : instant(started),
    started === null ? "\\N" : instant(ended),
    instant(ended),
    status === "completed" ? "finished" : status === "refunded" ? "startDeadline" : "paymentTimeout",
  ].join("\t");
  const entries: { start: string; idEnd: string; at: string }[] = [];
  if (amount > 0 && status !== "cancelled") {
    const start = `${payType === "online" ? "online" : "cash"}\tPHP`;
    const source = payType === "online" ? "payment" : payType === "cash" ? "counter" : "cashCoupon";
    const receivedAt = payType === "online" ? instant(at + 30_000) : orderedAt;
    entries.push({ start: `${start}\t${amount}\t${source}`, idEnd: "", at: receivedAt });
    if (status === "refunded")
      entries.push({ start: `${start}\t${-amount}\trefund`, idEnd: ":startFailed", at: instant(ended) });
  }
  return {
    idStart: `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-`,
    numberStart: `${orderedAt.slice(2, 10).replaceAll("-", "")}-`,
    orderedAt,
    order,
    entries,
  };
}

const idOf = ({ idStart }: Outcome, serial: number): string =>
  idStart + serial.toString(16).padStart(12, "0");

function orderRow(
  outcome: Outcome,
  { deviceId, outletId }: StatisticsChair,
  mark: string,
  serial: number,
): string {
  const number = outcome.numberStart + serial.toString(36).padStart(8, "0");
  return `${idOf(outcome, serial)}\t${number}\t${outcome.orderedAt}\t${deviceId}${mark}\t${outletId}${mark}\t${outcome.order}`;
}

function entryRows(outcome: Outcome, chair: StatisticsChair, mark: string, serial: number): string[] {
  const id = idOf(outcome, serial);
  const start = `${id}\t${chair.outletId}${mark}\t${chair.deviceId}${mark}`;
  return outcome.entries.map((entry) => `${start}\t${entry.start}\t${id}${entry.idEnd}\t${entry.at}`);
}

/**
 * Opens a connection that copies rows into several tables in one transaction, which begins with the statement `begin`.
 * `into` selects the table of the next rows. `add` only collects a row, and `flush` sends the collected rows.
 */
async function openCopy(connection: pg.PoolConfig, { begin }: { begin: string }) {
  const client = new pg.Client(connection);
  await client.connect();
  // Disables foreign keys, which the rows satisfy by construction, and triggers, which would update the roll-ups.
  await client.query(`SET session_replication_role = replica; BEGIN; ${begin}`);
  let table: string | null = null;
  let stream: CopyStreamQuery | null = null;
  let waiting: string[] = [];
  let rows = 0;
  const flush = async () => {
    if (stream === null || waiting.length === 0) return;
    rows += waiting.length;
    const hasCapacity = stream.write(`${waiting.join("\n")}\n`);
    waiting = [];
    if (!hasCapacity) await once(stream, "drain");
  };
  const close = async () => {
    await flush();
    stream?.end();
    if (stream !== null) await once(stream, "finish");
    stream = null;
  };
  return {
    async into(name: string, columns: string) {
      if (name === table) return;
      await close();
      table = name;
      stream = client.query(copyFrom(`COPY ${name} (${columns}) FROM STDIN WITH (FREEZE)`));
    },
    add: (row: string) => void waiting.push(row),
    flush,
    rows: () => rows,
    async end() {
      await close();
      await client.query("COMMIT");
      await client.end();
    },
  };
}

/**
 * Returns a random generator that is seeded, so that all runs with the same `now` have the same history, and fast,
 * because the history has millions of orders.
 */
function linearCongruential(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
