import type { ServerResponse } from "node:http";
import type { CustomerCaller, ManagerCaller } from "#platform/http/caller.ts";
import { ProductError } from "#platform/product-error.ts";
import type { Audience } from "./audience-rules.ts";
import { type EventStream, openStream } from "./event-stream.ts";

// A browser has a stream a tab; a program that opens more loses the oldest, which then resumes and notices.
const streamsPerToken = 8;
const streamsPerProcess = 20_000;

const audienceOf = (caller: CustomerCaller | ManagerCaller): Audience =>
  caller.kind === "manager"
    ? { kind: "manager", outletIds: caller.outletIds, permissions: caller.permissions }
    : { kind: "customer", customerId: caller.customerId, orderIds: caller.ticketOrderIds ?? [] };

export function createOpenEventStream({
  join,
}: {
  join: (stream: EventStream, lastEventId: string | undefined) => () => void;
}) {
  const byToken = new Map<string, Set<EventStream>>();
  let open = 0;

  return {
    refuseWhenFull(): void {
      if (open >= streamsPerProcess) throw new ProductError("notReady");
    },
    openEventStream(
      raw: ServerResponse,
      headers: Readonly<Record<string, string | number | string[] | undefined>>,
      caller: CustomerCaller | ManagerCaller,
      lastEventId: string | undefined,
    ): void {
      // A client that left while its token was looked up has closed already: nothing would ever take it away.
      if (raw.destroyed || raw.socket === null || raw.socket.destroyed) return;
      const stream = openStream(raw, headers, caller.tokenHash, audienceOf(caller));
      const token = caller.tokenHash.toString("hex");
      const siblings = byToken.get(token) ?? new Set();
      byToken.set(token, siblings.add(stream));
      const [oldest] = siblings;
      if (siblings.size > streamsPerToken) oldest?.end();
      open += 1;
      const leave = join(stream, lastEventId);
      raw.once("close", () => {
        open -= 1;
        siblings.delete(stream);
        if (siblings.size === 0) byToken.delete(token);
        leave();
      });
    },
  };
}
