import { permissions } from "@reposo/contract/permissions.ts";
import {
  type AccountProfile,
  type AccountRecord,
  changeProfile,
  createAccount,
  findAccount,
  isSuitableLoginName,
  normaliseLoginName,
} from "#features/login/index.ts";
import {
  areComplete,
  completeRows,
  findProblems,
  type ImportOutcome,
  type PartialRow,
  type Refuse,
  refusedImport,
} from "#features/outlets/index.ts";
import { timeZoneProblem } from "#platform/time/time-zone-names.ts";
import { unusableTimeZones } from "#platform/postgres/unusable-time-zones.ts";
import type { Clock } from "#platform/time/clock.ts";
import { generatePassword } from "#cli/accounts/choose-password.ts";
import { setManagedOutlets, unknownOutlets } from "#cli/accounts/managers-store.ts";
import type { UnitOfWork } from "#platform/postgres/unit-of-work.ts";

export interface ImportResult {
  readonly outcome: ImportOutcome;
  /** Lines that the command prints, also in a dry run. */
  readonly warnings?: readonly string[];
  /** Lines with the passwords of new accounts, which a dry run does not create. */
  readonly passwords?: readonly string[];
}

/** A row of the managers file; `outletIds` contains all outlets of the manager. */
export interface ManagerRow extends AccountProfile {
  readonly loginName: string;
  readonly outletIds: readonly string[];
}

/** Defaults of a new manager. */
export const newManager = {
  phone: null,
  permissions: [...permissions],
  country: "PH",
  currency: "PHP",
  timeZone: "Asia/Manila",
} as const;

/** Creates managers with a generated password and updates existing managers, whose passwords stay unchanged. */
export async function importManagers(
  uow: UnitOfWork,
  given: readonly PartialRow<ManagerRow>[],
  clock: Clock,
): Promise<ImportResult> {
  const known = new Map<string, AccountRecord>();
  for (const { loginName } of given) {
    const account = loginName === undefined ? null : await findAccount(uow, loginName);
    if (account !== null) known.set(normaliseLoginName(account.loginName), account);
  }
  const accountOf = (row: PartialRow<ManagerRow>) => known.get(normaliseLoginName(row.loginName ?? ""));
  const rows = completeRows<ManagerRow>(given, (row) => profileOf(accountOf(row)), newManager);
  const unknownOutletIds = await unknownOutlets(
    uow,
    rows.flatMap((row) => row.outletIds ?? []),
  );
  const unusableZones = await unusableTimeZones(
    uow,
    rows.map(({ timeZone }) => timeZone),
  );
  const keyOf = ({ loginName }: PartialRow<ManagerRow>) =>
    loginName === undefined ? undefined : normaliseLoginName(loginName);
  const problems = findProblems(rows, ["loginName", keyOf], (row, refuse) =>
    validateRow(row, refuse, accountOf(row), { unknownOutletIds, unusableZones }),
  );
  if (problems.length > 0 || !areComplete<ManagerRow>(rows)) return { outcome: refusedImport(problems) };

  const passwords: string[] = [];
  let changed = 0;
  for (const row of rows) {
    const { outletIds, loginName, ...profile } = row;
    const account = accountOf(row);
    if (account) {
      const profileChanged = await changeProfile(uow, clock, account, profile);
      const outletsChanged = await setManagedOutlets(uow, account.accountId, outletIds);
      if (profileChanged || outletsChanged) changed += 1;
    } else {
      const password = generatePassword();
      const created = await createAccount(uow, clock, {
        kind: "outletManager",
        loginName,
        password,
        isInitial: true,
        ...profile,
      });
      if (created.kind !== "created")
        throw new Error(`the account "${loginName}" was not created: ${created.kind}`);
      await setManagedOutlets(uow, created.accountId, outletIds);
      passwords.push(`${loginName}  ${password}`);
    }
  }
  const created = passwords.length;
  return {
    outcome: { created, changed, unchanged: rows.length - created - changed, problems: [] },
    passwords:
      created === 0
        ? []
        : [
            "Passwords of the new managers, shown only this once; each expires after 7 days unless its manager replaces it:",
            ...passwords,
          ],
  };
}

function profileOf(account: AccountRecord | undefined): Partial<AccountProfile> {
  if (account === undefined) return {};
  const { phone, permissions: granted, country, currency, timeZone } = account;
  return { phone, permissions: granted, country, currency, timeZone };
}

function validateRow(
  { loginName, country, timeZone, outletIds }: PartialRow<ManagerRow>,
  refuse: Refuse,
  account: AccountRecord | undefined,
  {
    unknownOutletIds,
    unusableZones,
  }: { readonly unknownOutletIds: ReadonlySet<string>; readonly unusableZones: ReadonlySet<string> },
): void {
  if (loginName !== undefined && !isSuitableLoginName(loginName))
    refuse("loginName", "a login name is 1 to 64 letters, digits and . _ @ + -");
  if (account?.kind === "operator") refuse("loginName", `"${loginName}" is an operator's account`);
  if (account?.disabledAt) refuse("loginName", `the account "${loginName}" is disabled`);
  if (country !== undefined && !/^[A-Z]{2}$/.test(country))
    refuse("country", "a country is two capital letters, e.g. PH");
  if (timeZone !== undefined && unusableZones.has(timeZone)) refuse("timeZone", timeZoneProblem(timeZone));
  for (const outletId of outletIds ?? [])
    if (unknownOutletIds.has(outletId)) refuse("outletIds", `there is no outlet "${outletId}"`);
}
