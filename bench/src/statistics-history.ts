import { once } from "node:events";
import pg from "pg";
import { from as copyFrom, type CopyStreamQuery } from "pg-copy-streams";
import { ordersAChairAndDay, type StatisticsChair, type StatisticsNetwork } from "./statistics-network.ts";

const dayMs = 86_400_000;
/** Ten in the morning in Manila. */
const opensAtMs = 2 * 3_600_000;
const slotMs = (12 * 3_600_000) / ordersAChairAndDay;
const rowsAChunk = 10_000;

const orderColumns =
  "order_id, order_number, ordered_at, device_id, outlet_id, order_type, pay_type, status, gear, minutes, " +
  "amount_minor, refunded_minor, currency, started_at, ends_at, ended_at, end_reason";
const entryColumns =
  "order_id, outlet_id, device_id, channel, currency, amount_minor, source, source_id, occurred_at";

/** Thirteen months of orders up to `now` and the money they moved, by COPY, a day at a time in the order of time. */
export async function copyHistory(
  connection: pg.PoolConfig,
  { chairs, days }: Pick<StatisticsNetwork, "chairs" | "days">,
  now: Date,
): Promise<{ orders: number; entries: number }> {
  const orders = await openCopy(connection, `COPY orders (${orderColumns}) FROM STDIN`);
  const entries = await openCopy(connection, `COPY ledger_entry (${entryColumns}) FROM STDIN`);
  const random = seededRandom(20_261_121);
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  let serial = 0;
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const opensAt = today - ago * dayMs + opensAtMs;
    // Time and chair in one number: a day of a large network is sorted in a blink so.
    const moments = new Float64Array(chairs.length * ordersAChairAndDay);
    for (let chair = 0, i = 0; chair < chairs.length; chair += 1)
      for (let slot = 0; slot < ordersAChairAndDay; slot += 1, i += 1)
        moments[i] = (slot * slotMs + Math.floor(random() * 0.8 * slotMs)) * chairs.length + chair;
    moments.sort();
    for (const moment of moments) {
      const at = opensAt + Math.floor(moment / chairs.length);
      if (at >= now.getTime()) break;
      serial += 1;
      const made = makeOrder(chairs[moment % chairs.length] as StatisticsChair, at, serial, random());
      orders.add(made.order);
      for (const entry of made.entries) entries.add(entry);
      if (serial % rowsAChunk === 0) await Promise.all([orders.flush(), entries.flush()]);
    }
  }
  await Promise.all([orders.end(), entries.end()]);
  return { orders: orders.rows(), entries: entries.rows() };
}

const instant = (ms: number) => new Date(ms).toISOString();

function makeOrder({ deviceId, outletId }: StatisticsChair, at: number, serial: number, fate: number) {
  const hex = at.toString(16).padStart(12, "0");
  const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${serial.toString(16).padStart(12, "0")}`;
  const orderedAt = instant(at);
  const payType = fate < 0.66 ? "online" : fate < 0.88 ? "cash" : fate < 0.93 ? "cashCoupon" : "coupon";
  // A few of each way to pay come to nothing.
  const rest = (fate * 1000) % 1;
  const status = rest < 0.93 ? "completed" : rest < 0.97 && payType !== "coupon" ? "refunded" : "cancelled";
  const minutes = serial % 3 === 0 ? 15 : 10;
  const amount = payType === "coupon" ? 0 : minutes * 1000;
  const started = status === "completed" ? at + 35_000 : null;
  const ended = started === null ? at + 60_000 : started + minutes * 60_000;
  const order = [
    id,
    `${orderedAt.slice(2, 10).replaceAll("-", "")}-${serial.toString(36).padStart(8, "0")}`,
    orderedAt,
    deviceId,
    outletId,
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
  const entries: string[] = [];
  if (amount > 0 && status !== "cancelled") {
    const channel = payType === "online" ? "online" : "cash";
    const source = payType === "online" ? "payment" : payType === "cash" ? "counter" : "cashCoupon";
    const taken = instant(payType === "online" ? at + 30_000 : at);
    const start = `${id}\t${outletId}\t${deviceId}\t${channel}\tPHP`;
    entries.push(`${start}\t${amount}\t${source}\t${id}\t${taken}`);
    if (status === "refunded")
      entries.push(`${start}\t${-amount}\trefund\t${id}:startFailed\t${instant(ended)}`);
  }
  return { order, entries };
}

async function openCopy(connection: pg.PoolConfig, text: string) {
  const client = new pg.Client(connection);
  await client.connect();
  // What is copied is drawn from the tables that its keys point to; triggers would count row by row.
  await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
  const stream: CopyStreamQuery = client.query(copyFrom(text));
  let waiting: string[] = [];
  let rows = 0;
  const flush = async () => {
    if (waiting.length === 0) return;
    rows += waiting.length;
    const room = stream.write(`${waiting.join("\n")}\n`);
    waiting = [];
    if (!room) await once(stream, "drain");
  };
  return {
    add: (row: string) => void waiting.push(row),
    flush,
    rows: () => rows,
    async end() {
      await flush();
      stream.end();
      await once(stream, "finish");
      await client.end();
    },
  };
}

/** The same history in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
