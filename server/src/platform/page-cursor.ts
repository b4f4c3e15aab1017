import { createHash } from "node:crypto";
import { invalidField } from "./product-error.ts";

const bytesOfFilter = 12;

const digestOf = (filter: unknown): Buffer =>
  createHash("sha256").update(JSON.stringify(filter)).digest().subarray(0, bytesOfFilter);

/** Where a list goes on, tied to what it was narrowed down to: under another filter the place would mean nothing. */
export function writePageCursor(filter: unknown, place: string): string {
  return Buffer.concat([digestOf(filter), Buffer.from(place)]).toString("base64url");
}

/** @throws ProductError code 400 for a cursor of another filter, or of nothing of ours */
export function readPageCursor(filter: unknown, cursor: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  if (!bytes.subarray(0, bytesOfFilter).equals(digestOf(filter))) throw invalidField("cursor", "format");
  return bytes.subarray(bytesOfFilter).toString();
}
