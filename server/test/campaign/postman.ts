import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { webhookPath } from "#features/payments/index.ts";
import type { CompanyPage, CompanyWebhook, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { type CampaignWorld, insistOnPost, oneIn } from "./campaign-world.ts";

/** How a company's news of one payment travel. */
type Way = "atOnce" | "twice" | "late" | "outOfOrder" | "never";

/** Carries companies' news, again and again until they are taken, as companies do; some are lost for good. */
export function createPostman(world: CampaignWorld) {
  const { random, companies } = world;
  const underWay = new Set<Promise<void>>();

  async function deliver({ name }: PaymentCompany, news: () => CompanyWebhook): Promise<void> {
    const status = await insistOnPost(world, webhookPath(name), news);
    if (status !== 200) world.surprises.push(`${name}'s own news are answered by ${status}`);
  }

  const send = (carrying: Promise<void>): void => {
    const tracked = carrying.finally(() => underWay.delete(tracked));
    underWay.add(tracked);
  };

  async function carry(company: PaymentCompany, page: CompanyPage, way: Way): Promise<void> {
    const eventId = randomUUID();
    const news = () => company.webhookOf(page, eventId);
    if (way === "never") return;
    if (way === "late") await delay(random.between(500, 4_000));
    if (way === "outOfOrder") {
      await deliver(company, news);
      await deliver(company, () => company.webhookOf({ ...page, state: "pending" }, randomUUID()));
      return;
    }
    await Promise.all(Array.from({ length: way === "twice" ? 3 : 1 }, () => deliver(company, news)));
  }

  const wayOf = (): Way =>
    random.pick<readonly [Way, number]>(
      [
        ["atOnce", 9],
        ["twice", 3],
        ["late", 3],
        ["outOfOrder", 2],
        ["never", 3],
      ],
      ([, often]) => often,
    )[0];

  return {
    tellOf: (company: PaymentCompany, page: CompanyPage) => send(carry(company, page, wayOf())),
    /** Refunds that were under way arrive, and most companies say so. */
    settleRefunds(): void {
      for (const company of companies)
        for (const refund of company.refunds) {
          if (refund.state !== "pending" || oneIn(world, 2)) continue;
          refund.state = "succeeded";
          const eventId = randomUUID();
          if (!oneIn(world, 3)) send(deliver(company, () => company.refundWebhook(refund, eventId)));
        }
    },
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

export type Postman = ReturnType<typeof createPostman>;
