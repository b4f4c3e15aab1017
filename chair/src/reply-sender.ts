import type { PayloadOf } from "@reposo/contract/devices/chair-topics.ts";
import type { ChairFaults } from "./chair-faults.ts";

export interface ReplySender {
  send(reply: PayloadOf<"reply">): void;
  /** Cancels delayed replies. */
  cancel(): void;
}

/** Sends replies immediately, late, or not at all, depending on the faults. */
export function createReplySender(parts: {
  publishReply: (reply: PayloadOf<"reply">) => void;
  faults: () => ChairFaults;
  lost: () => void;
}): ReplySender {
  const late = new Set<NodeJS.Timeout>();
  return {
    send(reply) {
      const { noReply, dropReplies, lateReplyMs } = parts.faults();
      if (noReply) return;
      if (dropReplies > 0) return parts.lost();
      if (lateReplyMs === 0) return parts.publishReply(reply);
      const timer = setTimeout(() => {
        late.delete(timer);
        parts.publishReply(reply);
      }, lateReplyMs);
      late.add(timer);
    },
    cancel() {
      for (const timer of late) clearTimeout(timer);
      late.clear();
    },
  };
}
