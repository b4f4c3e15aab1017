import type { Command } from "commander";
import { setPopularPrices } from "#features/prices/index.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { transact } from "#platform/postgres/unit-of-work.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import { integerFrom } from "./command-options.ts";

interface PopularOptions {
  gear?: number;
  minutes?: number;
  none?: true;
}

export function addPriceCommands(program: Command, terminal: Terminal): void {
  program
    .command("price")
    .description("what customers see of price lists")
    .command("popular")
    .argument("<group>", "price group")
    .description("marks the price of a group that is preselected for customers")
    .option("--gear <number>", "gear of the price", integerFrom(1, 99))
    .option("--minutes <number>", "minutes of the price", integerFrom(1, 600))
    .option("--none", "marks no price; the cheapest is preselected")
    .action((priceGroupId: string, options: PopularOptions) => markPopular(terminal, priceGroupId, options));
}

async function markPopular(
  terminal: Terminal,
  priceGroupId: string,
  { gear, minutes, none }: PopularOptions,
): Promise<void> {
  const offer = gear === undefined || minutes === undefined ? null : { gear, minutes };
  if ((offer === null) !== (none === true)) throw new CliFailure(2, "Give --gear and --minutes, or --none.");
  await withDatabase(terminal, (database) =>
    transact(database, async (uow) => {
      const marked = await setPopularPrices(uow, [{ priceGroupId, offer }]);
      if (offer !== null && !marked.has(priceGroupId))
        throw new CliFailure(
          1,
          `Price group "${priceGroupId}" has no price of gear ${gear}, ${minutes} min.`,
        );
      addAuditEntry(uow, {
        actor: operator,
        action: "price.popular",
        subject: priceGroupId,
        detail: { offer },
        at: terminal.clock.now(),
      });
    }),
  );
  terminal.out(offer === null ? "No price is preselected." : `Preselected: gear ${gear}, ${minutes} min.`);
}
