export { createChairCommands } from "./create-chair-commands.ts";
export {
  type CommandRecord,
  findPendingStops,
  mayHaveExecutedStop,
  recordReplies,
} from "./chair-commands-store.ts";
export type { ChairCommandsDependencies } from "./send-command.ts";
export {
  enqueueCommand,
  enqueueStart,
  repeatExpired,
  requestStop,
  resendCommand,
  resendUnanswered,
  sendCommandJob,
} from "./enqueue-command.ts";
