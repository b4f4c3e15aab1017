import { isolateText } from "@reposo/contract/isolate-text.ts";
import type { AccountFigures } from "#manager/reports/index.ts";

/** With the login name where another account has the same name; null for orders that name no account. */
export const accountName = ({ accountName: name, accountLogin: login }: AccountFigures): string | null =>
  name !== null && login !== null ? `${isolateText(name)} (${isolateText(login)})` : name;
