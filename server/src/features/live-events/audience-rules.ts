import type { Permission } from "@reposo/contract/endpoint.ts";

/** Something that changed, as it was announced; what it looks like now is read when it is sent. */
export interface News {
  readonly name: "order" | "device" | "revenue" | "alerts";
  readonly outletId: string;
  readonly customerId: string | null;
  readonly subject: string;
}

export type Audience =
  | {
      readonly kind: "customer";
      readonly customerId: string;
      readonly orderIds: readonly string[];
      /** A guest who had not ordered when the stream was opened, so the session may not be stored. */
      readonly isUnstored?: true;
    }
  | {
      readonly kind: "manager";
      readonly outletIds: readonly string[];
      readonly permissions: readonly Permission[];
    };

const enough: Record<News["name"], readonly Permission[]> = {
  order: ["home", "details"],
  device: ["home"],
  revenue: ["home"],
  alerts: ["home"],
};

/** A customer sees own orders and nothing else; a manager what own outlets and permissions allow (guarantee 9). */
export function maySee(audience: Audience, news: News): boolean {
  if (audience.kind === "customer")
    return (
      news.name === "order" &&
      (news.customerId === audience.customerId || audience.orderIds.includes(news.subject))
    );
  return (
    audience.outletIds.includes(news.outletId) &&
    enough[news.name].some((permission) => audience.permissions.includes(permission))
  );
}

/** How much of an order its reader sees: coupon codes and payment references need the permission `details`. */
export type OrderAccess = "customer" | "details" | "summary";

export function orderAccessOf(audience: Audience): OrderAccess {
  if (audience.kind === "customer") return "customer";
  return audience.permissions.includes("details") ? "details" : "summary";
}

/** The names under which a stream is found by the news it may see: few, however many streams there are. */
export function listeningPosts(audience: Audience): string[] {
  return audience.kind === "customer"
    ? [`customer ${audience.customerId}`, ...audience.orderIds.map((orderId) => `order ${orderId}`)]
    : audience.outletIds.map((outletId) => `outlet ${outletId}`);
}

export function postsOf(news: News): string[] {
  const posts = [`outlet ${news.outletId}`];
  if (news.name !== "order") return posts;
  posts.push(`order ${news.subject}`);
  if (news.customerId !== null) posts.push(`customer ${news.customerId}`);
  return posts;
}
