import type { ReplyOf, RequestOf } from "@reposo/contract/endpoint.ts";
import { launch } from "@reposo/contract/launch.ts";
import { callApi } from "#shared/api/api-client.ts";
import { earlyCallOf } from "#shared/api/api-exchange.ts";
import { callHeaders } from "#shared/api/call-headers.ts";
import { hasArrived, isCalledEarly } from "#shared/api/early-calls.ts";

type Launch = ReplyOf<typeof launch>;

interface FirstAnswer {
  /** Whose answer it is: another token, language or zone gets none of it. */
  readonly caller: string;
  readonly reply: Promise<Launch | null>;
  readonly left: Set<keyof Launch>;
}

let first: FirstAnswer | null = null;

const currentCaller = (): string => JSON.stringify(callHeaders());

function firstAnswer(): FirstAnswer | null {
  first ??= takeAnswer([{ page: "home" }, {}]);
  return first?.caller === currentCaller() ? first : null;
}

function takeAnswer(requests: readonly RequestOf<typeof launch>[]): FirstAnswer | null {
  const request = requests.find((each) => isCalledEarly(earlyCallOf(launch, each).url));
  if (request === undefined) return null;
  return {
    caller: currentCaller(),
    // A failure is reported by the call that is then made for each part.
    reply: callApi(launch, request, { quiet: true }).catch(() => null),
    left: new Set(["dictionary", "userInfo", "home"]),
  };
}

let ready: Launch | null = null;

/**
 * Reads the answer to the document's own launch call where it has arrived by now, so that the first rendering has it.
 * The texts have to be active: a refusal is reported in them.
 */
export async function readArrivedLaunch(): Promise<void> {
  if ([{ page: "home" } as const, {}].some((request) => hasArrived(earlyCallOf(launch, request).url)))
    ready = (await firstAnswer()?.reply) ?? null;
}

/** A part that has been read, once; undefined where it has to be called for. */
export function launchedPart<P extends keyof Launch>(part: P): Launch[P] | undefined {
  const answer = ready === null ? null : firstAnswer();
  return answer !== null && answer.left.delete(part) ? ready?.[part] : undefined;
}

/** A part of the answer to the document's own launch call, once; after that, or without one, what `call` brings. */
export async function launchPart<P extends keyof Launch>(
  part: P,
  call: () => Promise<Launch[P]>,
): Promise<Launch[P]> {
  const answer = firstAnswer();
  if (answer === null || !answer.left.delete(part)) return call();
  const reply = await answer.reply;
  if (reply === null) return call();
  return reply[part];
}
