import { setTimeout as delay } from "node:timers/promises";
import { sql } from "#platform/postgres/sql.ts";
import { runAudit } from "#features/audit/index.ts";
import { createCoupons } from "#features/coupons/index.ts";
import { compareRequests } from "./refund-requests.ts";
import { runCustomer, type Customer } from "./campaign-customer.ts";
import {
  type CampaignWorld,
  cutConnections,
  advanceServerTime,
  oneIn,
  openCampaignWorld,
} from "./campaign-world.ts";
import { CrashedAtStart, type WaitingServer } from "#test/processes/killed-server.ts";
import { type KillPlan, planKills } from "./kill-plan.ts";
import { compareMoney } from "./compare-money.ts";
import { createWebhookDelivery } from "./webhook-delivery.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";

const customerCount = 7;
/** If the server does not reach its fail point within this time, it is killed anyway. */
const timeoutMs = 8_000;
const settleTimeoutMs = 90_000;

export interface CampaignFigures {
  readonly kills: number;
  readonly hits: KillPlan["hits"];
  readonly atAnyMoment: number;
  readonly plans: number;
  /** Number of refunds that managers requested. */
  readonly requests: number;
  readonly orders: Readonly<Record<string, number>>;
  readonly charges: number;
  readonly refunds: number;
  /** Deviations, one sentence each. */
  readonly findings: readonly string[];
}

/**
 * Runs one server after another, each killed at a fail point of the payment path. Meanwhile, customers order, pay, stop,
 * and complain; chairs and payment providers fail; and webhooks arrive late, twice, or never. At the end, the ledger,
 * orders, payment providers, and chairs are compared with each other.
 */
export async function runKillCampaign({
  kills,
  seed,
  report,
}: {
  kills: number;
  seed: number;
  report: (line: string) => void;
}): Promise<CampaignFigures> {
  const world = await openCampaignWorld(seed);
  let background: ReturnType<typeof startBackgroundWork> | null = null;
  try {
    const webhooks = createWebhookDelivery(world);
    const customer: Customer = {
      world,
      webhooks,
      holders: [],
      refundRequests: [],
      sharedCode: await sharedCoupon(world),
    };
    const plan = planKills(world.random);
    const findings: string[] = [];
    await world.fleet.start();
    const customers = Promise.all(Array.from({ length: customerCount }, () => runCustomer(customer)));
    customers.catch((error: unknown) => findings.push(`a plan failed: ${String(error)}`));
    background = startBackgroundWork(world, webhooks);
    let atAnyMoment = 0;
    let next = prepare(world, plan);
    for (let kill = 1; kill <= kills; kill += 1) {
      const { target, server } = next;
      next = prepare(world, plan);
      if (await killOne(world, target, server)) plan.hit(target?.failPoint as string);
      else atAnyMoment += 1;
      await advanceServerTime(world, "all");
      const broken = await runAudit(world.test.database);
      if (broken.length > 0)
        findings.push(`after kill ${kill} at ${target?.failPoint}: ${JSON.stringify(broken)}`);
      if (kill % 25 === 0)
        report(`${kill} kills, ${customer.holders.length} plans, ${findings.length} findings`);
      if (findings.length > 5) break;
    }
    world.isOver = true;
    await settle(world, customers, webhooks);
    await background?.stop();
    findings.push(
      ...(await compareMoney(world, customer.holders)),
      ...(await compareRequests(world, customer.refundRequests)),
      ...world.unexpected,
    );
    return { kills, hits: plan.hits, atAnyMoment, findings, ...(await countThings(world, customer)) };
  } finally {
    await background?.stop();
    await world.close();
  }
}

type KillTarget = ReturnType<KillPlan["next"]>;

const prepare = (world: CampaignWorld, plan: KillPlan) => {
  const target = plan.next();
  return { target, server: world.servers.prepare(target ? `${target.failPoint}:${target.pass}` : undefined) };
};

/** @returns true if the server was killed at the planned fail point */
async function killOne(world: CampaignWorld, target: KillTarget, waiting: WaitingServer): Promise<boolean> {
  world.wanted = target?.failPoint ?? null;
  const server = await waiting.start().catch((error: unknown) => {
    if (error instanceof CrashedAtStart) return "atItsPoint" as const;
    // The start failed because its database connections were closed, so another server is started.
    if (performance.now() < world.cutUntil) return "cutOff" as const;
    throw error;
  });
  if (typeof server === "string") return server === "atItsPoint";
  world.serve(server);
  const maxMs = target ? timeoutMs : world.random.between(0, 2_000);
  const ended = await Promise.race([server.exited, delay(maxMs).then(() => null)]);
  if (ended === null) await server.kill();
  else if (ended.signal !== "SIGKILL") world.unexpected.push(`a server ended by ${ended.signal}`);
  return target !== null && ended !== null;
}

/** Runs events that do not depend on the servers: time passes, refunds complete, providers and connections fail. */
function startBackgroundWork(world: CampaignWorld, webhooks: ReturnType<typeof createWebhookDelivery>) {
  const { random, companies, test } = world;
  let isStopped = false;
  async function runCycles(): Promise<void> {
    while (!isStopped) {
      await delay(500);
      webhooks.settleRefunds();
      await advanceServerTime(world, ["check-payment", "return-payment"]);
      if (oneIn(world, 20) && !world.isOver) await cutConnections(world);
      if (oneIn(world, 4))
        // The update may deadlock with a server that creates partitions while it starts; `transact` then repeats the
        // update.
        await transact(test.owner, (uow) =>
          sql`UPDATE orders SET deadline_at = now()
            WHERE status = 'unpaid' AND ordered_at < now() - interval '4 s'`.execute(uow),
        );
      for (const { faults } of companies)
        Object.assign(faults, {
          failing: oneIn(world, 6) && !world.isOver ? random.between(1, 4) : 0,
          losingResponses: oneIn(world, 6) && !world.isOver ? random.between(1, 3) : 0,
          slowMs: oneIn(world, 6) ? random.between(1, 300) : 0,
          refundsEnd: oneIn(world, 25) ? "failed" : oneIn(world, 3) ? "pending" : "succeeded",
        });
    }
  }
  const cycles = runCycles();
  return {
    async stop() {
      isStopped = true;
      await cycles;
    },
  };
}

/** Starts a final server, which is not killed and completes all pending work. */
async function settle(
  world: CampaignWorld,
  customers: Promise<unknown>,
  webhooks: ReturnType<typeof createWebhookDelivery>,
): Promise<void> {
  const { database, owner } = world.test;
  world.serve(await world.servers.start());
  await Promise.race([customers.then(() => webhooks.idle()), delay(settleTimeoutMs)]);
  for (const chair of world.fleet.chairs()) {
    chair.setFaults({ offline: false, refuse: null, eventCopies: 1, shuffleEvents: false });
    chair.setFaultCode(null);
  }
  const until = performance.now() + settleTimeoutMs;
  for (;;) {
    await transact(owner, async (uow) => {
      await sql`UPDATE orders SET deadline_at = now() WHERE status = 'unpaid'`.execute(uow);
      await sql`UPDATE payment SET expires_at = now() - interval '1 minute' WHERE state <> 'confirmed'`.execute(
        uow,
      );
    });
    await advanceServerTime(world, ["check-payment", "return-payment"]);
    await delay(500);
    const { rows } = await sql<{ left: number }>`
      SELECT (SELECT count(*) FROM open_order) + (SELECT count(*) FROM outbox) AS left`.execute(database);
    const unsent = world.fleet.states().some((chair) => chair.pendingEvents > 0 || chair.running !== null);
    if ((rows[0]?.left === 0 && !unsent) || performance.now() > until) break;
  }
  await webhooks.idle();
}

async function sharedCoupon({ test }: CampaignWorld): Promise<string> {
  const terms = {
    property: "free",
    valueMinor: null,
    currency: null,
    minutes: null,
    percent: null,
    maxUses: 40,
    maxUsesCustomer: null,
    validFrom: null,
    validUntil: null,
    outletIds: null,
    gears: null,
  } as const;
  const { codes } = await transact(test.owner, (uow) => createCoupons(uow, { count: 1, terms }, new Date()));
  return codes[0] as string;
}

async function countThings(world: CampaignWorld, { holders, refundRequests }: Customer) {
  const { rows } = await sql<{ status: string; orders: number }>`
    SELECT status, count(*) AS orders FROM orders GROUP BY status ORDER BY status`.execute(
    world.test.database,
  );
  return {
    plans: holders.length,
    requests: refundRequests.length,
    orders: Object.fromEntries(rows.map(({ status, orders }) => [status, orders])),
    charges: world.companies.reduce(
      (sum, { pages }) => sum + [...pages.values()].filter((page) => page.state === "paid").length,
      0,
    ),
    refunds: world.companies.reduce(
      (sum, { refunds }) => sum + refunds.filter((refund) => refund.state === "succeeded").length,
      0,
    ),
  };
}
