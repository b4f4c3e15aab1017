import type { ExportFormatName } from "@reposo/contract/exports.ts";
import type { Language } from "@reposo/contract/languages.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Database } from "#platform/postgres/database.ts";
import { type ManagerCaller, zoneOf } from "#platform/http/caller.ts";
import type { Cell, Column } from "#platform/table-files/table.ts";
import type { ExportPlaces } from "./export-places.ts";

/** What every export stands on. */
export interface ExportParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly places: ExportPlaces;
  readonly monthClosesAfterDays: number;
}

/** Who exports, and how it has to read. */
export interface ExportCall<R> {
  readonly caller: ManagerCaller;
  readonly request: R & { readonly format: ExportFormatName };
  readonly language: Language;
  readonly offsetMinutes: number | null;
  /** Aborts once nobody receives the file any more. */
  readonly over: AbortSignal;
}

/** A table to be written, with what is known of it before its first row is read. */
export interface ExportTable {
  /** Of the sheet. */
  readonly name: string;
  readonly fileName: string;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

export const zoneOfCall = ({ caller, offsetMinutes }: ExportCall<unknown>): string =>
  zoneOf(caller, offsetMinutes);
