import type { ColumnType } from "kysely";

/**
 * Written as text made by JSON.stringify: the driver turns a bare array into a PostgreSQL array and a bare
 * string into broken JSON.
 */
export type Json<T> = ColumnType<T, string, string>;
export type DefaultedJson<T> = ColumnType<T, string | undefined, string>;

/** Given by the database, never by us. */
export type Identity = ColumnType<number, never, never>;

export type Currency = "PHP" | "MYR" | "CNY" | "IDR";
