import type { Command } from "commander";
import {
  compareWithProvider,
  createProviders,
  type Difference,
  findDifferences,
  firstDays,
  isListing,
} from "#features/payments/index.ts";
import { readConfig } from "#platform/config/config.ts";
import type { Database } from "#platform/postgres/database.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import { withDatabase } from "#cli/with-database.ts";
import { integerFrom } from "./command-options.ts";

const dayMs = 24 * 3_600_000;

export function addPaymentCommands(program: Command, terminal: Terminal): void {
  program
    .command("payments")
    .description("payments at the payment providers")
    .command("compare")
    .description(
      "compares payments, refunds, and disputes with the providers' lists, as the server does daily; every difference becomes a case",
    )
    .option("--days <days>", "compares the last days, 1 to 365", integerFrom(1, 365), firstDays)
    .action(({ days }: { days: number }) =>
      withDatabase(terminal, async (database) => {
        const { clock } = terminal;
        const period = lastDays(clock.now(), days);
        const providers = await listingProviders(terminal, database);
        if (providers.length === 0) throw new CliFailure(2, "No payment provider is configured.");
        let count = 0;
        for (const provider of providers) {
          const differences = await compareWithProvider({ database, clock }, provider, period);
          for (const difference of differences) terminal.out(lineOf(difference));
          terminal.out(summaryOf(provider.name, differences.length));
          count += differences.length;
        }
        if (count > 0) throw new CliFailure(1, "Each difference is a case: attention list.");
      }),
    );
}

/** The result of comparing the database with a payment provider. */
type Compared = { readonly provider: string } & (
  | { readonly differences: readonly Difference[] }
  /** Why the provider could not be compared. */
  | { readonly unreachable: string }
);

/** Compares the last week with the lists of the configured payment providers, without changing anything. */
export async function auditProviders(terminal: Terminal, database: Database): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const provider of await listingProviders(terminal, database)) {
    const differences: Difference[] = [];
    try {
      const period = lastDays(terminal.clock.now(), firstDays);
      for await (const difference of findDifferences(database, provider, period))
        differences.push(difference);
      compared.push({ provider: provider.name, differences });
    } catch (error) {
      const unreachable = error instanceof Error ? error.message : String(error);
      compared.push({ provider: provider.name, unreachable });
    }
  }
  return compared;
}

export const hasDifferences = (compared: Compared): boolean =>
  "differences" in compared && compared.differences.length > 0;

export function printCompared(terminal: Terminal, compared: readonly Compared[]): void {
  for (const one of compared) {
    if ("unreachable" in one) {
      terminal.out(`UNKNOWN ${one.provider} could not be compared: ${one.unreachable}`);
      continue;
    }
    terminal.out(
      `${one.differences.length === 0 ? "ok    " : "FAILED"}  ${summaryOf(one.provider, one.differences.length)}`,
    );
    for (const difference of one.differences) terminal.out(`          ${lineOf(difference)}`);
  }
}

/** @throws CliFailure 1 if a provider's lists differ, 2 if a provider could not be compared */
export function failOnCompared(compared: readonly Compared[]): void {
  if (compared.some(hasDifferences))
    throw new CliFailure(1, "The lists of a payment provider differ from the ledger.");
  const unknown = compared.filter((one) => "unreachable" in one).map(({ provider }) => provider);
  if (unknown.length > 0)
    throw new CliFailure(
      2,
      `The lists of ${unknown.join(" and ")} were not compared, because it did not answer.`,
    );
}

const lastDays = (now: Date, days: number) => ({ since: new Date(now.getTime() - days * dayMs), until: now });

async function listingProviders({ env, clock }: Terminal, database: Database) {
  const { payments, publicUrl } = readConfig(env);
  const providers = await createProviders(payments, { publicUrl: publicUrl ?? "", database, clock });
  return providers.filter(isListing);
}

const problems: Record<Difference["problem"], string> = {
  notBooked: "made at the provider, but not booked",
  notMade: "booked, but not made at the provider",
  failed: "failed after it was booked",
  amountDiffers: "amount or currency differs from what was booked",
  unknownPayment: "of a payment that is not in the database",
};

const lineOf = ({ provider, kind, ref, orderId, problem, amountMinor, currency }: Difference): string =>
  [
    `${provider} ${kind} ${ref}`,
    `order ${orderId ?? "-"}`,
    `${currency} ${(amountMinor / 100).toFixed(2)}`.trim(),
    problems[problem],
  ].join("  ");

const summaryOf = (provider: string, differences: number): string =>
  differences === 0
    ? `The payments, refunds, and disputes of ${provider} agree.`
    : `${differences} differences with ${provider}.`;
