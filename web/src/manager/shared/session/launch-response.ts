import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import type { launch } from "@reposo/contract/sessions/launch.ts";
import { callApi } from "#shared/api/api-client.ts";
import { callHeaders } from "#shared/api/call-headers.ts";
import { earlyCallTo } from "#shared/api/early-calls.ts";

type Launch = ReplyOf<typeof launch>;

interface FirstResponse {
  /** Headers of the call. The response is not used after the token, language, or time zone has changed. */
  readonly caller: string;
  readonly reply: Promise<Launch | null>;
  /** Parts of the response that have not been returned yet. */
  readonly unclaimed: Set<keyof Launch>;
}

let first: FirstResponse | null = null;

const currentCaller = (): string => JSON.stringify(callHeaders());

function firstResponse(): FirstResponse | null {
  first ??= claimResponse();
  return first?.caller === currentCaller() ? first : null;
}

function claimResponse(): FirstResponse | null {
  const early = earlyCallTo("launch");
  if (early === undefined) return null;
  const request = Object.fromEntries(new URLSearchParams(early.url.split("?")[1])) as RequestOf<
    typeof launch
  >;
  return {
    caller: currentCaller(),
    // After a failure, each part is fetched by its own call, which reports the error.
    reply: callApi("launch", request, { quiet: true }).catch(() => null),
    unclaimed: new Set(["dictionary", "userInfo"]),
  };
}

/** The response that `readLaunchResponse` has read. */
let ready: Launch | null = null;

/**
 * Reads the response to the launch call of the document's inline script if its headers have already arrived, so that
 * the first render can use its data. Otherwise returns immediately. A failure is not reported here, because the
 * texts have not loaded.
 */
export async function readLaunchResponse(): Promise<void> {
  if (earlyCallTo("launch")?.receivedAt !== undefined) ready = (await firstResponse()?.reply) ?? null;
}

/**
 * Returns a part of the launch response if `readLaunchResponse` has read it. Returns each part only once. If the result
 * is undefined, the caller must fetch the part.
 */
export function launchedPart<P extends keyof Launch>(part: P): Launch[P] | undefined {
  const answer = ready === null ? null : firstResponse();
  return answer !== null && answer.unclaimed.delete(part) ? ready?.[part] : undefined;
}

/**
 * Waits for the launch response and returns one of its parts. If the part was already returned, or there is no
 * response, fetches it with `call`.
 */
export async function launchPart<P extends keyof Launch>(
  part: P,
  call: () => Promise<Launch[P]>,
): Promise<Launch[P]> {
  const answer = firstResponse();
  if (answer === null || !answer.unclaimed.delete(part)) return call();
  const reply = await answer.reply;
  if (reply === null) return call();
  return reply[part];
}
