import {
  type AccountProfile,
  type AccountRecord,
  changeProfile,
  createAccount,
  findAccount,
  isSuitableLoginName,
} from "#features/login/index.ts";
import { type ImportProblem, refusedImport, repeatedKeys } from "#features/outlets/index.ts";
import type { Clock } from "#platform/clock.ts";
import type { Transaction } from "#platform/database.ts";
import { generatePassword } from "./generated-password.ts";
import type { ImportResult } from "./import-kinds.ts";
import { setManagedOutlets, unknownOutlets } from "./managers-store.ts";

/** One line of the managers' file; `outletIds` are all the manager's outlets. */
export interface ManagerRow extends AccountProfile {
  readonly loginName: string;
  readonly outletIds: readonly string[];
}

/** Creates managers with a password of their own and updates known ones, whose passwords stay. */
export async function importManagers(
  tx: Transaction,
  rows: readonly ManagerRow[],
  clock: Clock,
): Promise<ImportResult> {
  const known: (AccountRecord | null)[] = [];
  for (const row of rows) known.push(await findAccount(tx, row.loginName));
  const unknown = await unknownOutlets(
    tx,
    rows.flatMap((row) => row.outletIds),
  );
  const problems: ImportProblem[] = [
    ...repeatedKeys(rows, "loginName", (row) => row.loginName.toLowerCase()),
    ...rows.flatMap((row, index) => rowProblems(row, index, known[index] ?? null, unknown)),
  ];
  if (problems.length > 0) return { outcome: refusedImport(problems), notes: [] };

  const passwords: string[] = [];
  let changed = 0;
  for (const [index, { outletIds, loginName, ...profile }] of rows.entries()) {
    const account = known[index];
    if (account) {
      const profileChanged = await changeProfile(tx, clock, account, profile);
      const outletsChanged = await setManagedOutlets(tx, account.accountId, outletIds);
      if (profileChanged || outletsChanged) changed += 1;
    } else {
      const password = generatePassword();
      const created = await createAccount(tx, clock, {
        kind: "outletManager",
        loginName,
        password,
        ...profile,
      });
      if (created.kind !== "created")
        throw new Error(`the account "${loginName}" was not created: ${created.kind}`);
      await setManagedOutlets(tx, created.accountId, outletIds);
      passwords.push(`${loginName}  ${password}`);
    }
  }
  const created = passwords.length;
  return {
    outcome: { created, changed, unchanged: rows.length - created - changed, problems: [] },
    notes: created === 0 ? [] : ["Passwords of the new managers, shown this once:", ...passwords],
  };
}

function rowProblems(
  row: ManagerRow,
  index: number,
  known: AccountRecord | null,
  unknown: ReadonlySet<string>,
): ImportProblem[] {
  const problems: ImportProblem[] = [];
  const refuse = (column: string, message: string) => problems.push({ row: index, column, message });
  if (!isSuitableLoginName(row.loginName))
    refuse("loginName", "a login name is 1 to 64 letters, digits and . _ @ + -");
  if (known?.kind === "operator") refuse("loginName", `"${row.loginName}" is an operator's account`);
  if (known?.disabledAt) refuse("loginName", `the account "${row.loginName}" is disabled`);
  if (!/^[A-Z]{2}$/.test(row.country)) refuse("country", "a country is two capital letters, e.g. PH");
  if (!Intl.supportedValuesOf("timeZone").includes(row.timeZone))
    refuse("timeZone", `"${row.timeZone}" is no IANA time zone`);
  for (const outletId of row.outletIds)
    if (unknown.has(outletId)) refuse("outletIds", `there is no outlet "${outletId}"`);
  return problems;
}
