import type { EarlyCall } from "@reposo/contract/page-rendering.ts";
import { eventIdHeader } from "@reposo/contract/sessions/event-stream.ts";

/** A call that the document's inline script has sent (first-script.ts on the server). */
interface SentCall extends EarlyCall {
  readonly headers: Readonly<Record<string, string>>;
  /** In milliseconds since the epoch, like `receivedAt`. */
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

/** Claims the inline script's identical call, so that its response is used once; null if there is none. */
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
/** How long a page whose code is still loading may claim the responses after they have arrived. */
const maxClaimMilliseconds = 10_000;

let areIdsClaimed = false;
let isOver = false;
/** Ends the claims of early responses. To be called when the page has made its first calls. */
export let endEarlyClaims: () => void;
const claimsEnded = new Promise<void>((resolve) => (endEarlyClaims = resolve));

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

/**
 * Returns the position from which the first event stream resumes, so that it includes all changes since the early
 * calls. The position consists of the event IDs of their responses, separated by commas. Resolves once the page has
 * claimed the responses, at the latest `maxClaimMilliseconds` after they have arrived or timed out. Later claims are
 * refused, because the stream may already have reported changes that the responses do not contain. Returns null if
 * there are no early calls, if one of them had other headers or timed out, if all failed, and for every later stream.
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
    // A failed call needs no ID, because the page retries it later and gets newer data than the other responses
    // contain.
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
