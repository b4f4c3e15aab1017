import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { ChairFaults } from "./chair-faults.ts";

/** Creates a sender of replies, which it sends immediately, late, or not at all, depending on the faults. */
export function createReplySender(dependencies: {
  publishReply: (reply: PayloadOf<"reply">) => void;
  faults: () => ChairFaults;
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
