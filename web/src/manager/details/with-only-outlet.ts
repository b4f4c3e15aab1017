import { onlyOutlet, type ReportSelection } from "#manager/reports/index.ts";
import type { UserInfo } from "#manager/shared/session/launch.ts";

/** Selects the outlet of an account that has only one, so that the page starts with the outlet's devices. */
export function withOnlyOutlet(
  selection: ReportSelection,
  account: Pick<UserInfo, "outlets"> | null,
): ReportSelection {
  const [only, ...more] = account?.outlets ?? [];
  const { areaId, exceptAreaId } = selection.outlets;
  const isOnly = only !== undefined && more.length + areaId.length + exceptAreaId.length === 0;
  return isOnly ? { ...selection, outlets: onlyOutlet(only.areaId) } : selection;
}
