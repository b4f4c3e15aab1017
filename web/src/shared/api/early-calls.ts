import { eventIdHeader } from "@reposo/contract/sessions/live-events.ts";
import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { EarlyCall } from "@reposo/contract/page-rendering.ts";

/** A call of the document's first script (first-script.ts on the server). */
interface SentCall extends EarlyCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: number;
  /** Unset until the response headers have arrived. */
  readonly receivedAt?: number;
  readonly answer: Promise<Response>;
  isClaimed?: true;
}

interface EarlyWindow {
  earlyCalls?: SentCall[];
}

const sentCalls = (): SentCall[] => (window as EarlyWindow).earlyCalls ?? [];

/** The document's unclaimed call to an endpoint. */
export const earlyCallTo = ({ path }: Endpoint): Readonly<SentCall> | undefined =>
  sentCalls().find((call) => call.isClaimed !== true && call.url.split("?")[0]?.endsWith(path));

/** The document's identical call, if any; its response is used once. */
export function claimEarlyCall({ method, url, body }: EarlyCall, headers: Readonly<Record<string, string>>) {
  if (typeof window === "undefined" || isOver) return null;
  const calls = sentCalls();
  const made = calls.find(
    (call) =>
      call.isClaimed !== true &&
      call.method === method &&
      call.url === url &&
      call.body === body &&
      isSame(call.headers, headers),
  );
  if (made === undefined) return null;
  made.isClaimed = true;
  if (calls.every((call) => call.isClaimed)) endEarlyClaims();
  return {
    sentAt: made.sentAt,
    receivedAt: () => made.receivedAt,
    answer: (signal: AbortSignal) => Promise.race([rejectOnAbort(signal), made.answer]),
  };
}

const callTimeoutMilliseconds = 60_000;
/** How long, after the responses have arrived, a page whose code is still loading may claim them. */
const maxClaimMilliseconds = 10_000;

let areIdsClaimed = false;
let isOver = false;
/** To be called once the page's code has made its first calls: it claims no more responses. */
export let endEarlyClaims: () => void;
const claimsEnded = new Promise<void>((resolve) => (endEarlyClaims = resolve));

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

/**
 * The position from which the first event stream resumes, so that it misses no change since the document's calls: their
 * event IDs, separated by commas. Resolves once the page has claimed the responses; later claims are refused, since the
 * data would be older than the stream. Null if the document made no calls, if one of them had other
 * headers or timed out, and for all later streams.
 */
export async function claimEarlyEventIds(headers: Readonly<Record<string, string>>): Promise<string | null> {
  const calls = sentCalls();
  if (areIdsClaimed) return null;
  areIdsClaimed = true;
  if (calls.length === 0 || !calls.every((call) => isSame(call.headers, headers))) {
    isOver = true;
    return null;
  }
  const answers = calls.map(({ answer }) =>
    // A failed call needs no ID: the page repeats it later, and gets data that is newer than the other responses.
    answer.then(
      (response) => response.headers.get(eventIdHeader),
      () => null,
    ),
  );
  const ids = await Promise.race([Promise.all(answers), after(callTimeoutMilliseconds)]);
  await Promise.race([claimsEnded, after(maxClaimMilliseconds)]);
  isOver = true;
  return ids?.filter((id) => id !== null).join(",") || null;
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = () => reject(new DOMException("aborted", "AbortError"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
  });
