import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { webhookPath } from "#features/payments/index.ts";
import type { CompanyPage, CompanyWebhook, PaymentCompany } from "#test/stand-ins/payment-company.ts";
import { type CampaignWorld, postUntilAnswered, oneIn } from "./campaign-world.ts";

/** When and how often the webhook of a payment is delivered. */
type DeliveryMode = "atOnce" | "twice" | "late" | "outOfOrder" | "lost";

/** Delivers webhooks with retries, as payment providers do; some webhooks are never delivered. */
export function createWebhookDelivery(world: CampaignWorld) {
  const { random, companies } = world;
  const pending = new Set<Promise<void>>();

  async function deliver({ name }: PaymentCompany, webhook: () => CompanyWebhook): Promise<void> {
    const status = await postUntilAnswered(world, webhookPath(name), webhook);
    if (status !== 200) world.unexpected.push(`${name}'s webhook was answered with ${status}`);
  }

  const send = (delivery: Promise<void>): void => {
    const tracked = delivery.finally(() => pending.delete(tracked));
    pending.add(tracked);
  };

  async function deliverPayment(
    company: PaymentCompany,
    page: CompanyPage,
    mode: DeliveryMode,
  ): Promise<void> {
    const eventId = randomUUID();
    const webhook = () => company.webhookOf(page, eventId);
    if (mode === "lost") return;
    if (mode === "late") await delay(random.between(500, 4_000));
    if (mode === "outOfOrder") {
      await deliver(company, webhook);
      await deliver(company, () => company.webhookOf({ ...page, state: "pending" }, randomUUID()));
      return;
    }
    await Promise.all(Array.from({ length: mode === "twice" ? 3 : 1 }, () => deliver(company, webhook)));
  }

  const randomMode = (): DeliveryMode =>
    random.pick<readonly [DeliveryMode, number]>(
      [
        ["atOnce", 9],
        ["twice", 3],
        ["late", 3],
        ["outOfOrder", 2],
        ["lost", 3],
      ],
      ([, often]) => often,
    )[0];

  return {
    deliver: (company: PaymentCompany, page: CompanyPage) =>
      send(deliverPayment(company, page, randomMode())),
    /** Completes pending refunds and sends webhooks for most of them. */
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
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}

export type WebhookDelivery = ReturnType<typeof createWebhookDelivery>;
