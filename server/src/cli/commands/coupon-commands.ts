import { couponProperties } from "@reposo/contract/orders/order-values.ts";
import { resolve } from "node:path";
import type { Command } from "commander";
import { type CouponBatch, createCoupons, newCoupon, unredeemableTerms } from "#features/coupons/index.ts";
import type { ImportProblem } from "#features/outlets/index.ts";
import { UnknownOutcomeError } from "#platform/postgres/database-errors.ts";
import { addAuditEntry } from "#platform/postgres/audit-trail.ts";
import { CliFailure, type Terminal } from "#cli/terminal.ts";
import {
  amount,
  type Column,
  currency,
  identifier,
  instant,
  integer,
  list,
  oneOf,
} from "#cli/import/csv-columns.ts";
import { prepareCodesFile, type CodesFile } from "#cli/coupon-codes-file.ts";
import { operator, withDatabase } from "#cli/with-database.ts";
import type { Database } from "#platform/postgres/database.ts";
import { isCommitted, transact, transactionIdOf } from "#platform/postgres/unit-of-work.ts";
import { parsedAs } from "./command-options.ts";

type Terms = CouponBatch["terms"];
type Options = Pick<Terms, "property"> &
  Partial<Terms> & { count: number; value?: number | null; output?: string };

type Created = Awaited<ReturnType<typeof createCoupons>>;

const maxCount = 100_000;

/** Parses a list. Unlike a cell, an option may separate values by commas instead of semicolons. */
const optionList = <T>(item: Column<T>): Column<T[]> => {
  const cell = list(item);
  return { ...cell, read: (value) => cell.read(value.replaceAll(",", ";")) };
};

export function addCouponCommands(program: Command, terminal: Terminal): void {
  program
    .command("coupons")
    .description("coupons with codes that cannot be guessed")
    .command("create")
    .description("creates a batch and prints it as CSV; the codes are never listed again")
    .requiredOption("--count <n>", `how many, 1 to ${maxCount}`, parsedAs(integer))
    .requiredOption("--property <kind>", couponProperties.join(", "), parsedAs(oneOf(couponProperties)))
    .option(
      "--value <amount>",
      "value of a cash coupon, or discount of an amountOff coupon, e.g. 50",
      parsedAs(amount),
    )
    .option("--currency <code>", "currency of the value: PHP, MYR, CNY or IDR", parsedAs(currency))
    .option(
      "--minutes <n>",
      "for property minutes: the longest massage that the coupon pays for",
      parsedAs(integer),
    )
    .option("--percent <n>", "for property percent: the discount, 1 to 100", parsedAs(integer))
    .option("--max-uses <n>", "uses of each coupon (default 1)", parsedAs(integer))
    .option("--max-uses-customer <n>", "uses of each coupon by one customer", parsedAs(integer))
    .option("--valid-from <instant>", "a date (from 00:00 UTC) or an instant", parsedAs(instant))
    .option("--valid-until <instant>", "a date (until 00:00 UTC) or an instant, exclusive", parsedAs(instant))
    .option(
      "--outlet-ids <ids>",
      "outlets separated by commas or semicolons (default: everywhere)",
      parsedAs(optionList(identifier)),
    )
    .option(
      "--gears <gears>",
      "gears separated by commas or semicolons (default: any)",
      parsedAs(optionList(integer)),
    )
    .option(
      "-o, --output <file>",
      "writes to a file instead of standard output; an existing file is not overwritten",
    )
    .action((options: Options) => create(terminal, options));
}

async function create(terminal: Terminal, { count, output, value = null, ...given }: Options): Promise<void> {
  if (count < 1 || count > maxCount) throw new CliFailure(2, `--count is 1 to ${maxCount}.`);
  const terms: Terms = { ...newCoupon, ...given, valueMinor: value };
  const file = output === undefined ? null : await prepareCodesFile(resolve(terminal.folder, output));
  const { codes, problems } = await withDatabase(terminal, (database) =>
    createBatch({ database, terminal, file }, count, terms),
  );
  if (problems.length > 0) throw refused(problems);
  if (file === null) return terminal.out(csvOf(terms, codes).trimEnd());
  await file.confirm();
  terminal.out(`${count} coupons are in ${output}.`);
}

interface BatchDependencies {
  readonly database: Database;
  readonly terminal: Terminal;
  readonly file: CodesFile | null;
}

/**
 * Creates the coupons and writes their codes to `file`, if there is one. Writes the codes before the commit: if writing
 * failed after the commit, the codes of existing coupons would be lost.
 * Deletes the file only if the transaction certainly had no effect. If the connection is lost during the commit and the
 * outcome cannot be determined, the file is kept.
 */
async function createBatch(
  { database, terminal: { clock }, file }: BatchDependencies,
  count: number,
  terms: Terms,
): Promise<Created> {
  const written: { batch?: Created; transactionId?: string } = {};
  try {
    return await transact(database, async (uow) => {
      const at = clock.now();
      const unredeemable = await unredeemableTerms(uow, terms, at);
      // With unredeemable terms, one coupon is created only to find all other problems of the terms. The error below
      // rolls it back.
      const created = await createCoupons(uow, { count: unredeemable.length > 0 ? 1 : count, terms }, at);
      if (unredeemable.length > 0) throw refused([...created.problems, ...unredeemable]);
      if (created.problems.length > 0) return created;
      addAuditEntry(uow, {
        actor: operator,
        action: "coupons.create",
        subject: terms.property,
        detail: { count, ...terms },
        at,
      });
      if (file !== null) {
        written.transactionId = await transactionIdOf(uow);
        written.batch = created;
        await file.write(csvOf(terms, created.codes));
      }
      return created;
    });
  } catch (error) {
    const { batch, transactionId } = written;
    if (file === null || batch === undefined || transactionId === undefined) throw error;
    const hasEffect = await isCommitted(database, clock, transactionId).catch((cause: unknown) => {
      const message = `The connection to the database was lost. If the coupons were made, their codes are those in ${file.unconfirmedPath}.`;
      throw new CliFailure(1, message, { cause });
    });
    if (hasEffect) return batch;
    await file.discard();
    // The outcome is known now, so the cause of an `UnknownOutcomeError` is reported instead of that error.
    throw error instanceof UnknownOutcomeError ? error.cause : error;
  }
}

const refused = (problems: readonly ImportProblem[]) =>
  new CliFailure(2, problems.map(({ column, message }) => `${column}: ${message}`).join("\n"));

/** Formats coupons as CSV with the columns of `import coupons`; no value contains a comma or a quote. */
function csvOf(terms: Terms, codes: readonly string[]): string {
  const { property, valueMinor, currency: code, minutes, percent, maxUses, validFrom, validUntil } = terms;
  const rest = [
    property,
    valueMinor === null ? "" : (valueMinor / 100).toFixed(2),
    code ?? "",
    minutes ?? "",
    percent ?? "",
    maxUses,
    terms.maxUsesCustomer ?? "",
    validFrom?.toISOString() ?? "",
    validUntil?.toISOString() ?? "",
    terms.outletIds?.join(";") ?? "",
    terms.gears?.join(";") ?? "",
  ].join(",");
  const header =
    "code,property,value,currency,minutes,percent,maxUses,maxUsesCustomer,validFrom,validUntil,outletIds,gears";
  return `${[header, ...codes.map((one) => `${one},${rest}`)].join("\n")}\n`;
}
