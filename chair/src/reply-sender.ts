import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { ChairFaults } from "./chair-faults.ts";

/** Creates a sender of replies. Depending on the faults, it sends a reply immediately, late, or not at all. */
export function createReplySender(dependencies: {
  publishReply: (reply: PayloadOf<"reply">) => void;
  faults: () => ChairFaults;
  /** Called when the fault `dropReplies` has dropped a reply. */
  onDropped: () => void;
}) {
  const late = new Set<NodeJS.Timeout>();
  return {
    send(reply: PayloadOf<"reply">) {
      const { noReply, dropReplies, lateReplyMs } = dependencies.faults();
      if (noReply) return;
      if (dropReplies > 0) return dependencies.onDropped();
      if (lateReplyMs === 0) return dependencies.publishReply(reply);
      const timer = setTimeout(() => {
        late.delete(timer);
        dependencies.publishReply(reply);
      }, lateReplyMs);
      late.add(timer);
    },
    /** Cancels delayed replies that have not been sent yet. */
    cancel() {
      for (const timer of late) clearTimeout(timer);
      late.clear();
    },
  };
}
