import type { QueryState } from "@tanstack/react-query";
import { ApiFailure, refusalCode } from "./api-failure.ts";

const firstMilliseconds = 5_000;
const maxMilliseconds = 60_000;

/** Whether another attempt may succeed: the server has neither refused the call nor ended the session. */
export const isTemporary = (error: Error | null): boolean =>
  error !== null && refusalCode(error) === null && !(error instanceof ApiFailure && error.kind === "ended");

/** Returns the increasing delay until the next attempt of a failed query; false if none may succeed. */
export const retryInterval = <Data>({ error, errorUpdateCount }: QueryState<Data>): number | false =>
  isTemporary(error) && Math.min(maxMilliseconds, firstMilliseconds * 2 ** (errorUpdateCount - 1));
