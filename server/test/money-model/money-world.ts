import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import { sql } from "#platform/postgres/sql.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { retryDelayMs } from "#platform/jobs/outbox.ts";
import { claimJobs, deleteJobs, type OutboxJob, rescheduleJob } from "#platform/jobs/outbox-store.ts";
import { makeCustomer, makeDevice, makeManager } from "#test/app/network-factory.ts";
import { makePricedOutlet, type PricedOutlet } from "#test/app/order-app.ts";
import { makeCoupons } from "./model-coupons.ts";
import type { ModelServer } from "./model-server.ts";
import { modelEnd } from "./model-end.ts";
import { type ChairMode, createModelChair, type ModelChair, type ChairMessage } from "./model-chair.ts";
import { createMoneyModel, type MoneyModel } from "./money-model.ts";
import type { ModelCoupon, ModelOrder, RefundPolicy } from "./model-order.ts";
import { soleWorker } from "#test/app/outbox-context.ts";

const chairs = 2;
const leaseMs = 1;
/** Limit of rounds without progress of time; only a defect can reach it. */
const maxRounds = 300;

export interface MoneyWorld {
  readonly server: ModelServer;
  readonly model: MoneyModel;
  readonly outlet: PricedOutlet;
  readonly chairs: readonly ModelChair[];
  readonly customers: readonly CustomerCaller[];
  readonly manager: ManagerCaller;
  readonly coupons: readonly ModelCoupon[];
  now(): number;
  /** Processes everything that is due, and all work that results from it. */
  settle(): Promise<void>;
  /** Advances the clock from one due time to the next, and processes the due work at each. */
  advance(ms: number, observe?: (world: MoneyWorld) => Promise<void>): Promise<void>;
  setMode(chair: number, mode: ChairMode): Promise<void>;
}

export const pricesMinor = [5_000, 10_000, 15_000] as const;
export const minutesOf = [1, 10, 15] as const;

export interface MoneyTerms {
  readonly policy: RefundPolicy;
  /** Performs every effect twice, as the outbox repeats an effect whose result is unknown. */
  readonly repeats: boolean;
  /** True if simultaneous messages of a chair are processed together instead of one by one. */
  readonly isTogether: boolean;
}

interface MessageBatch {
  readonly reply?: Extract<ChairMessage, { to: "reply" }>;
  readonly state?: Extract<ChairMessage, { to: "state" }>;
  readonly event?: Extract<ChairMessage, { to: "event" }>;
}

/** Groups consecutive messages into batches with at most one message of each kind. */
function together(messages: readonly ChairMessage[], isTogether: boolean): MessageBatch[] {
  const batches: MessageBatch[] = [];
  for (const message of messages) {
    const last = batches.at(-1);
    if (last === undefined || !isTogether || message.to in last) batches.push({ [message.to]: message });
    else batches[batches.length - 1] = { ...last, [message.to]: message };
  }
  return batches;
}

export async function openMoneyWorld(server: ModelServer, terms: MoneyTerms): Promise<MoneyWorld> {
  const { policy, repeats } = terms;
  const { test, clock, orders, chairCommands, payments, intake } = server;
  const outlet = await makePricedOutlet(test.owner);
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
  const jobs = { ...chairCommands.jobs, ...orders.paymentJobs, ...payments.jobs };

  /** The extension that each command requests, because a command contains only the order of the run. */
  const extensionOfCommand = new Map<string, ModelOrder>();
  server.toChair = async (deviceId, command) => {
    const run = orderOf(command.orderId);
    const extension = run && model.extensions.of(run).find(({ status }) => status === "starting");
    if (command.type === "extend" && extension && !extensionOfCommand.has(command.commandId))
      extensionOfCommand.set(command.commandId, extension);
    modelChairs.find((chair) => chair.deviceId === deviceId)?.receive(command, now());
  };

  const orderOf = (orderId: string | null | undefined) =>
    model.orders.find((order) => order.orderId === orderId);

  /** Applies messages to the model in the order in which the server processes them. */
  function applyMessages({ reply, state, event }: MessageBatch, place: number): void {
    if (reply) {
      const ran = applyRun(reply.payload.running);
      const { outcome } = reply.payload;
      const started = orderOf(reply.toStart);
      if (started && (outcome === "refused" || outcome === "expired"))
        model.refused(started, outcome === "refused" ? "refused" : "startDeadline");
      const extension = extensionOfCommand.get(reply.toExtend ?? "");
      if (extension) model.extensions.answered(extension, outcome, now());
      const stopped = orderOf(reply.toStop);
      if (stopped) stopped.stopUntilMs = 0;
      if (stopped && stopped !== ran) model.ended(stopped, now(), "stopped", now());
    }
    if (state?.payload.online) {
      applyRun(state.payload.running);
      if (state.payload.fault === null) model.broken.delete(place);
      else model.broken.add(place);
    }
    if (event) applyEvent(event.payload);
  }

  function applyRun(running: PayloadOf<"reply">["running"]): ModelOrder | undefined {
    const order = orderOf(running?.orderId);
    if (order && running) {
      model.runsAfterItsEnd(order, now());
      model.runs(order, now() - running.elapsedSeconds * 1000, now());
      model.extensions.isAsLongAs(order, running.totalSeconds, now());
    }
    return order;
  }

  function applyEvent(event: PayloadOf<"event">): void {
    const { orderId, type, seconds = 0, at } = event;
    const order = orderOf(orderId);
    const isEnd = type === "stopped" || type === "finished";
    if (order === undefined || !(isEnd || type === "started")) return;
    const atMs = Date.parse(at as string);
    model.runs(order, atMs - (isEnd ? seconds * 1000 : 0), now());
    if (!isEnd) return;
    model.extensions.ranFor(order, seconds, now());
    const end = modelEnd(order, event, model.extensions.boughtSeconds(order));
    model.ended(order, end.atMs, end.reason, now());
  }

  /** Applies the response of a provider that was queried for the status of a payment. */
  async function reconcilePayment(paymentId: string): Promise<void> {
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
    if (job.kind === "check-payment") await reconcilePayment(job.subject);
  }

  async function processMessages(): Promise<boolean> {
    let hasProcessed = false;
    for (const [place, chair] of modelChairs.entries()) {
      chair.tick(now());
      for (const messages of together(chair.fetchMessages(), terms.isTogether)) {
        hasProcessed = true;
        const { reply, state, event } = messages;
        await intake.process(chair.deviceId, () => ({
          ...(reply && { reply: reply.payload }),
          ...(state && { state: state.payload }),
          ...(event && { events: [event.payload] }),
        }));
        applyMessages(messages, place);
      }
    }
    return hasProcessed;
  }

  async function settle(): Promise<void> {
    let rounds = 0;
    for (let isBusy = true; isBusy; ) {
      rounds += 1;
      if (rounds > maxRounds) throw new Error("due work keeps creating more due work");
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
    outlet,
    chairs: modelChairs,
    customers: people.map(({ caller }) => caller),
    manager: manager.caller,
    coupons: await makeCoupons(server),
    now,
    settle,
    async advance(ms, observe = async () => {}) {
      const until = now() + ms;
      for (;;) {
        await settle();
        await observe(world);
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
