import { eventIdHeader } from "@reposo/contract/live-events.ts";
import type { EarlyCall } from "@reposo/contract/page-rendering.ts";

/** A call that the document made before any script had loaded; see the server's first script. */
interface MadeCall extends EarlyCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: number;
  /** Unset until the answer's headers have arrived. */
  readonly receivedAt?: number;
  readonly answer: Promise<Response>;
  isTaken?: true;
}

interface EarlyWindow {
  earlyCalls?: MadeCall[];
}

const madeCalls = (): MadeCall[] => (window as EarlyWindow).earlyCalls ?? [];

export const isCalledEarly = (url: string): boolean =>
  madeCalls().some((call) => call.isTaken !== true && call.url === url);

/** Whether the answer's headers are there. */
export const hasArrived = (url: string): boolean =>
  madeCalls().some((call) => call.url === url && call.receivedAt !== undefined);

/** The document's own call, where it was the same in every respect: the first caller takes its answer, once. */
export function takeEarlyCall({ method, url, body }: EarlyCall, headers: Readonly<Record<string, string>>) {
  if (typeof window === "undefined" || isOver) return null;
  const calls = madeCalls();
  const made = calls.find(
    (call) =>
      call.isTaken !== true &&
      call.method === method &&
      call.url === url &&
      call.body === body &&
      isSame(call.headers, headers),
  );
  if (made === undefined) return null;
  made.isTaken = true;
  onTaken();
  return {
    sentAt: made.sentAt,
    receivedAt: () => made.receivedAt,
    answer: (signal: AbortSignal) => Promise.race([made.answer, rejectOnAbort(signal)]),
  };
}

/** A call that takes longer is one whose answer the page has given up. */
const longestAnswerMilliseconds = 60_000;
/** For code of the page that comes after the answers. */
const longestTakingMilliseconds = 3_000;

let areIdsTaken = false;
let isOver = false;
let onTaken: () => void = () => undefined;

const after = (milliseconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));

/**
 * Where the first event stream has to start so that it misses no change of what this document's calls, and those made
 * after their answers, have read: their event ids, separated by commas. It resolves once the page has taken the
 * answers; later ones are too old to be shown with that stream, and are not given out any more. Null where the document
 * made no call with these headers, where one did not answer in time, and for every other stream.
 */
export async function takeEarlyEventIds(headers: Readonly<Record<string, string>>): Promise<string | null> {
  const calls = madeCalls();
  if (areIdsTaken) return null;
  areIdsTaken = true;
  if (calls.length === 0 || !calls.every((call) => isSame(call.headers, headers))) {
    isOver = true;
    return null;
  }
  const answers = calls.map(({ answer }) =>
    // A call that failed is made again, after the others have answered.
    answer.then(
      (response) => response.headers.get(eventIdHeader),
      () => null,
    ),
  );
  const ids = await Promise.race([Promise.all(answers), after(longestAnswerMilliseconds)]);
  const areAllTaken = () => calls.every((call) => call.isTaken);
  if (!areAllTaken()) {
    const taking = new Promise<void>((resolve) => {
      onTaken = () => areAllTaken() && resolve();
    });
    await Promise.race([taking, after(longestTakingMilliseconds)]);
  }
  isOver = true;
  return ids?.filter((id) => id !== null).join(",") || null;
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
