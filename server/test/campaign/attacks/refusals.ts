import { type ResultName, resultCodes } from "@reposo/contract/result-codes.ts";
import type { AttackAnswer } from "./attack-client.ts";

/** @throws Error for an answer with any other code, such as 429 or 503, which would prove nothing about an attack */
export function requireCode({ status, code, text }: AttackAnswer, ...expected: readonly ResultName[]): void {
  if (expected.some((name) => resultCodes[name] === code)) return;
  throw new Error(`the server answered ${status} ${text.slice(0, 500)} instead of ${expected.join(" or ")}`);
}

/**
 * Returns true if an attempt was accepted.
 * @throws Error if it was refused for another reason than the expected ones
 */
export function isAccepted(answer: AttackAnswer, ...refusals: readonly ResultName[]): boolean {
  if (answer.code === resultCodes.ok) return true;
  requireCode(answer, ...refusals);
  return false;
}

/** @throws Error if the server did not process the request, because it was busy, failed, or limited the sender */
export function requireServed({ status, text }: AttackAnswer): void {
  if (status >= 500 || status === 429)
    throw new Error(`the server answered ${status} ${text.slice(0, 500)} instead of processing the request`);
}

/** @throws Error if a limit admitted fewer attempts than it allows, so that something else refused the others */
export function requireLimitReached(admitted: number, limit: number): void {
  if (admitted < limit)
    throw new Error(`only ${admitted} attempts were admitted, below the limit of ${limit}`);
}
