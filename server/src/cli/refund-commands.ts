import { currencyLabels } from "@reposo/contract/money.ts";
import type { Currency } from "@reposo/contract/fields.ts";
import { type Command, InvalidArgumentError } from "commander";
import { listRefundRequests } from "#features/feedback/index.ts";
import { type RefundOutcome, refundByHand } from "#features/orders/index.ts";
import { createPayments } from "#features/payments/index.ts";
import { CliFailure } from "./cli-failure.ts";
import { amount, BadCell } from "./csv-columns.ts";
import { operator } from "./operator.ts";
import type { Terminal } from "./terminal.ts";
import { withDatabase } from "./with-database.ts";

const money = (minor: number, currency: string): string =>
  `${currencyLabels[currency as Currency]} ${(minor / 100).toFixed(2)}`;

export function addRefundCommands(program: Command, terminal: Terminal): void {
  const refund = program.command("refund").description("money that is given back by hand");
  refund
    .command("list")
    .description("what managers have asked for in answer to feedback and is not given back, oldest first")
    .action(() =>
      withDatabase(terminal, async (database) => {
        for (const asked of await listRefundRequests(database))
          terminal.out(
            [
              asked.orderNumber,
              money(asked.amountMinor, asked.currency),
              asked.outletName,
              `feedback ${asked.reference}`,
              JSON.stringify(asked.problem),
            ].join("  "),
          );
      }),
    );
  refund
    .command("give")
    .argument("<order>", "order number or id")
    .description(
      "gives an ended massage's money back: a payment through its company, cash as handed over now",
    )
    .requiredOption("--reason <text>", "why; kept in the audit trail")
    .option("--amount <amount>", "e.g. 25 or 12.50 (all that is left)", readAmount)
    .action((order: string, options: { reason: string; amount?: number }) => give(terminal, order, options));
}

function readAmount(text: string): number {
  try {
    const minor = amount.read(text);
    if (minor > 0) return minor;
  } catch (error) {
    if (error instanceof BadCell) throw new InvalidArgumentError(error.message);
    throw error;
  }
  throw new InvalidArgumentError("nothing would be given back");
}

async function give(
  terminal: Terminal,
  order: string,
  options: { reason: string; amount?: number },
): Promise<void> {
  const reason = options.reason.trim();
  if (reason === "") throw new CliFailure(2, "--reason must say why.");
  const { clock } = terminal;
  const outcome = await withDatabase(terminal, (database) => {
    // Asking the company is the server's: the job lies in the outbox, beside a running server or for the next one.
    const payments = createPayments({ database, clock, providers: [], wake: () => undefined });
    const wish = { order, amountMinor: options.amount ?? null, reason, actor: operator };
    return database.transaction().execute((tx) => refundByHand(tx, { clock, payments }, wish));
  });
  terminal.out(tell(order, outcome));
}

function tell(order: string, outcome: RefundOutcome): string {
  switch (outcome.kind) {
    case "noOrder":
      throw new CliFailure(1, `There is no order "${order}".`);
    case "nothingToReturn":
      throw new CliFailure(1, `Nothing is left to give back: the order is ${outcome.status}.`);
    case "tooMuch":
      throw new CliFailure(
        1,
        `No more than ${money(outcome.leftMinor, outcome.currency)} is left to give back.`,
      );
    case "begun": {
      const sum = money(outcome.amountMinor, outcome.currency);
      return outcome.online
        ? `${sum} is on its way back through the payment company; the order shows when it has arrived.`
        : `${sum} is written down as handed back now.`;
    }
  }
}
