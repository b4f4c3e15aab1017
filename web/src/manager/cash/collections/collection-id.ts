import { newIdempotencyKey } from "#shared/api/api-exchange.ts";

/** Returns a random UUID (version 4). */
export const newCollectionId = (): string =>
  // Inserts the hyphens into the key's 32 hex digits, and replaces two digits by the version (4) and the variant (8).
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
