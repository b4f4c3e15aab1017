import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { retryDelayMs } from "#platform/jobs/outbox.ts";
import { claimJobs, deleteJobs, type OutboxJob, rescheduleJob } from "#platform/jobs/outbox-store.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePlace, type Place } from "#test/app/order-app.ts";
import { makeCoupons } from "./model-coupons.ts";
import type { ModelServer } from "./model-server.ts";
import { modelEnd } from "./model-end.ts";
import { type ChairMode, createModelChair, type ModelChair, type Word } from "./model-chair.ts";
import { createMoneyModel, type MoneyModel } from "./money-model.ts";
import type { ModelCoupon, ModelOrder, RefundPolicy } from "./model-order.ts";
import { soleWorker } from "#test/app/outbox-context.ts";

const chairs = 2;
const leaseMs = 1;
/** More than everything that one moment can bring. */
const mostRounds = 300;

export interface MoneyWorld {
  readonly server: ModelServer;
  readonly model: MoneyModel;
  readonly place: Place;
  readonly chairs: readonly ModelChair[];
  readonly customers: readonly CustomerCaller[];
  readonly manager: ManagerCaller;
  readonly coupons: readonly ModelCoupon[];
  now(): number;
  /** Everything that is due now is done, and what follows from it. */
  settle(): Promise<void>;
  /** Lets time pass from one thing that is due to the next, and looks after each. */
  advance(ms: number, look?: (world: MoneyWorld) => Promise<void>): Promise<void>;
  setMode(chair: number, mode: ChairMode): Promise<void>;
}

export const pricesMinor = [5_000, 10_000, 15_000] as const;
export const minutesOf = [1, 10, 15] as const;

export interface MoneyTerms {
  readonly policy: RefundPolicy;
  /** Every effect is had twice: an outbox repeats what it is not sure of. */
  readonly repeats: boolean;
  /** What a chair says in one moment is heard in one, or word by word. */
  readonly isTogether: boolean;
}

interface Words {
  readonly reply?: Extract<Word, { to: "reply" }>;
  readonly state?: Extract<Word, { to: "state" }>;
  readonly event?: Extract<Word, { to: "event" }>;
}

/** Of each kind one at most, in their order. */
function together(words: readonly Word[], isTogether: boolean): Words[] {
  const batches: Words[] = [];
  for (const word of words) {
    const last = batches.at(-1);
    if (last === undefined || !isTogether || word.to in last) batches.push({ [word.to]: word });
    else batches[batches.length - 1] = { ...last, [word.to]: word };
  }
  return batches;
}

export async function openMoneyWorld(server: ModelServer, terms: MoneyTerms): Promise<MoneyWorld> {
  const { policy, repeats } = terms;
  const { test, clock, orders, payments, intake } = server;
  const outlet = await makePlace(test.owner);
  await sql`UPDATE outlet SET refund_policy = ${policy} WHERE outlet_id = ${outlet.outletId}`.execute(
    test.owner,
  );
  const modelChairs: ModelChair[] = [];
  for (let n = 0; n < chairs; n += 1)
    modelChairs.push(createModelChair(await makeDevice(test.owner, { ...outlet, online: true })));
  const people = await Promise.all([makeCustomer(test.owner), makeCustomer(test.owner)]);
  const manager = await makeManager(test.owner, { outletIds: [outlet.outletId] });
  const model = createMoneyModel(policy);
  const now = () => clock.now().getTime();
  const jobs = { ...orders.jobs, ...payments.jobs };

  /** Which minutes each command asks a chair for: it names the run alone. */
  const asking = new Map<string, ModelOrder>();
  server.toChair = async (deviceId, command) => {
    const run = orderOf(command.orderId);
    const asked = run && model.extensions.of(run).find(({ status }) => status === "starting");
    if (command.type === "extend" && asked && !asking.has(command.commandId))
      asking.set(command.commandId, asked);
    modelChairs.find((chair) => chair.deviceId === deviceId)?.hear(command, now());
  };

  const orderOf = (orderId: string | null | undefined) =>
    model.orders.find((order) => order.orderId === orderId);

  /** The same as the server hears, in the order of a chair's own: its answer, its state, its event. */
  function modelHears({ reply, state, event }: Words, place: number): void {
    if (reply) {
      const ran = modelHearsOfRun(reply.payload.running);
      const { outcome } = reply.payload;
      const started = orderOf(reply.toStart);
      if (started && (outcome === "refused" || outcome === "expired"))
        model.refused(started, outcome === "refused" ? "refused" : "startDeadline");
      const extension = asking.get(reply.toExtend ?? "");
      if (extension) model.extensions.answered(extension, outcome, now());
      const stopped = orderOf(reply.toStop);
      if (stopped) stopped.stopUntilMs = 0;
      if (stopped && stopped !== ran) model.ended(stopped, now(), "stopped", now());
    }
    if (state?.payload.online) {
      modelHearsOfRun(state.payload.running);
      if (state.payload.fault === null) model.broken.delete(place);
      else model.broken.add(place);
    }
    if (event) modelHearsEvent(event.payload);
  }

  function modelHearsOfRun(running: PayloadOf<"reply">["running"]): ModelOrder | undefined {
    const order = orderOf(running?.orderId);
    if (order && running) {
      model.runsAfterItsEnd(order, now());
      model.runs(order, now() - running.elapsedSeconds * 1000, now());
      model.extensions.isAsLongAs(order, running.totalSeconds, now());
    }
    return order;
  }

  function modelHearsEvent(event: PayloadOf<"event">): void {
    const { orderId, type, seconds = 0, at } = event;
    const order = orderOf(orderId);
    const isEnd = type === "stopped" || type === "finished";
    if (order === undefined || !(isEnd || type === "started")) return;
    const atMs = Date.parse(at as string);
    model.runs(order, atMs - (isEnd ? seconds * 1000 : 0), now());
    if (!isEnd) return;
    model.extensions.ranFor(order, seconds, now());
    const end = modelEnd(order, event, model.extensions.boughtSeconds(order));
    model.ended(order, end.atMs, end.why, now());
  }

  /** A company was asked how a payment stands, and its answer came. */
  async function heardOf(paymentId: string): Promise<void> {
    const payment = await payments.findPayment(paymentId);
    const order = orderOf(payment?.orderId);
    if (payment === null || order === undefined) return;
    if (payment.state === "confirmed") model.paid(order, now());
    if (payment.state === "refused") model.notPaid(order);
  }

  async function work(job: OutboxJob): Promise<void> {
    try {
      const handler = jobs[job.kind as keyof typeof jobs];
      for (let times = repeats ? 2 : 1; times > 0; times -= 1) await handler(job, soleWorker);
      await deleteJobs(test.database, [job]);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const retryAt = new Date(now() + retryDelayMs(job.attempts));
      await rescheduleJob(test.database, job, retryAt, error.message);
    }
    if (job.kind === "check-payment") await heardOf(job.subject);
  }

  async function processMessages(): Promise<boolean> {
    let said = false;
    for (const [place, chair] of modelChairs.entries()) {
      chair.tick(now());
      for (const words of together(chair.fetchWords(), terms.isTogether)) {
        said = true;
        const { reply, state, event } = words;
        await intake.process(chair.deviceId, () => ({
          ...(reply && { reply: reply.payload }),
          ...(state && { state: state.payload }),
          ...(event && { events: [event.payload] }),
        }));
        modelHears(words, place);
      }
    }
    return said;
  }

  async function settle(): Promise<void> {
    let rounds = 0;
    for (let isBusy = true; isBusy; ) {
      rounds += 1;
      if (rounds > mostRounds) throw new Error("what is due brings more that is due, and so on for ever");
      isBusy = await processMessages();
      model.meetDeadlines(now());
      isBusy = (await orders.processDueDeadlines()) > 0 || isBusy;
      const due = await claimJobs(test.database, {
        kinds: Object.keys(jobs),
        now: clock.now(),
        leaseMs,
        limit: 1,
      });
      for (const job of due) await work(job);
      isBusy = isBusy || due.length > 0;
    }
  }

  async function nextInstant(): Promise<number> {
    const { rows } = await sql<{ at: Date | null }>`
      SELECT least((SELECT min(due_at) FROM outbox), (SELECT min(deadline_at) FROM open_order)) AS at`.execute(
      test.database,
    );
    const ends = modelChairs.map((chair) => chair.endsMs());
    return Math.min(rows[0]?.at?.getTime() ?? Number.POSITIVE_INFINITY, ...ends);
  }

  const world: MoneyWorld = {
    server,
    model,
    place: outlet,
    chairs: modelChairs,
    customers: people.map(({ caller }) => caller),
    manager: manager.caller,
    coupons: await makeCoupons(server),
    now,
    settle,
    async advance(ms, look = async () => {}) {
      const until = now() + ms;
      for (;;) {
        await settle();
        await look(world);
        const next = await nextInstant();
        if (next > until) break;
        clock.set(new Date(Math.max(next, now() + 1)));
      }
      clock.set(new Date(until));
      await settle();
    },
    async setMode(place, mode) {
      modelChairs[place]?.setMode(mode, now());
      await settle();
    },
  };
  return world;
}
