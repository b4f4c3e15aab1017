import type { Command } from "commander";
import { adoptFileStore, moveFilesToBucket } from "#features/uploads/index.ts";
import { readConfig } from "#platform/config/config.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";

export function addFileCommands(program: Command, terminal: Terminal): void {
  const files = program.command("files").description("the store of customers' pictures and videos");
  files
    .command("move-to-bucket")
    .option("--keep", "copies only, so that servers that still use the folder find the files")
    .description(
      "moves the files of this machine's FILES_DIR to the bucket (BUCKET_NAME), and verifies each before it deletes it; it can be interrupted and repeated",
    )
    .action(({ keep = false }: { keep?: boolean }) => moveToBucket(terminal, keep));
  files
    .command("adopt")
    .description("declares this server's file store to be the one of the database, for example after a loss")
    .action(() =>
      withDatabase(terminal, async (database) => {
        terminal.out(
          `${await adoptFileStore(database, readConfig(terminal.env).files)} is now the file store.`,
        );
      }),
    );
}

async function moveToBucket(terminal: Terminal, keeps: boolean): Promise<void> {
  const { bucket, folder } = readConfig(terminal.env).files;
  if (bucket === null)
    throw new CliFailure(2, "BUCKET_NAME and the other settings of the bucket are missing.");
  await withDatabase(terminal, async (database) => {
    const { total, copied, deleted, missing } = await moveFilesToBucket(database, { folder, bucket, keeps });
    terminal.out(
      `${copied} of ${total} files copied to the bucket ${bucket.bucket}; ${deleted} deleted in ${folder}.`,
    );
    if (missing > 0)
      throw new CliFailure(
        1,
        `${missing} files are neither in ${folder} nor in the bucket. If servers had separate folders, run this command on each of them.`,
      );
  });
}
