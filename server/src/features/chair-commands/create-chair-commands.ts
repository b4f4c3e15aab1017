import { purgeCommands } from "./chair-commands-store.ts";
import { sendCommandJob } from "./enqueue-command.ts";
import { type ChairCommandsDependencies, createSendCommand } from "./send-command.ts";

const retentionMs = 90 * 24 * 3_600_000;

export function createChairCommands(dependencies: ChairCommandsDependencies) {
  const { database, clock } = dependencies;
  return {
    jobs: { [sendCommandJob]: createSendCommand(dependencies) },
    async purge(): Promise<void> {
      const before = new Date(clock.now().getTime() - retentionMs);
      while (await purgeCommands(database, before));
    },
  };
}
