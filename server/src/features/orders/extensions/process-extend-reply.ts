import type { PayloadOf } from "@reposo/contract/chair-topics.ts";
import type { CommandRecord } from "#features/orders/execution/chair-commands-store.ts";
import type { LockedOrder } from "#features/orders/order-record.ts";
import type { OrderParts } from "#features/orders/orders-parts.ts";
import { askForNext, giveUpExtension, takeExtension } from "./run-extensions.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

/** What a chair says to an extend: its minutes are in the run from here on, or never will be. */
export async function hearExtendReply(
  uow: UnitOfWork,
  parts: OrderParts,
  command: CommandRecord,
  outcome: PayloadOf<"reply">["outcome"],
  orders: Map<string, LockedOrder>,
): Promise<void> {
  const run = orders.get(command.orderId ?? "");
  // Settled already, by the length of the run or by its end: an end takes no extension any more.
  const asked = run?.extensions.find(
    ({ orderId, status }) => orderId === command.extensionOrderId && status === "starting",
  );
  if (run === undefined || asked === undefined) return;
  const cause = outcome === "expired" ? "startDeadline" : "refused";
  const took = outcome === "done" || outcome === "duplicate";
  orders.set(
    run.orderId,
    took
      ? await askForNext(uow, parts, await takeExtension(uow, parts, run, asked))
      : await giveUpExtension(uow, parts, run, asked, { cause, actor: `chair:${command.deviceId}` }),
  );
}
