import { newIdempotencyKey } from "#shared/api/api-exchange.ts";

/** Returns a random UUID (version 4). */
export const newCollectionId = (): string =>
  newIdempotencyKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-8$4-");
