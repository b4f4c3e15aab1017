import type { Feedback } from "@reposo/contract/feedback.ts";
import type { Order } from "@reposo/contract/orders.ts";
import type { Static } from "typebox";
import type { GiftLimits } from "#features/gift-coupons/index.ts";
import type { Uploads } from "#features/uploads/index.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database, Querier } from "#platform/postgres/database.ts";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";

export type Follower = CustomerCaller | ManagerCaller;

/** What the use cases stand on. */
export interface FeedbackParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly wake: () => void;
  readonly giftLimits: GiftLimits;
  /** Throws `orderNotFound`, also for somebody else's. */
  readonly showOrder: (caller: Follower, orderId: string) => Promise<Static<typeof Order>>;
  /** Throws `uploadRefused` and `mediaQuota`. */
  readonly attachMedia: Uploads["attachMedia"];
  readonly viewMedia: (db: Querier, feedbackId: string) => Promise<Feedback["media"]>;
}
