import type { EarlyCall } from "@reposo/contract/page-rendering.ts";

/** A call that the document made before any script had loaded; see the server's first script. */
interface MadeCall extends EarlyCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly sentAt: number;
  /** Unset until the answer's headers have arrived. */
  readonly receivedAt?: number;
  readonly answer: Promise<Response>;
}

interface EarlyWindow {
  earlyCalls?: MadeCall[];
}

const madeCalls = (): MadeCall[] => (window as EarlyWindow).earlyCalls ?? [];

export const isCalledEarly = (url: string): boolean => madeCalls().some((call) => call.url === url);

/** The document's own call, where it was the same in every respect: the first caller takes its answer, once. */
export function takeEarlyCall({ method, url, body }: EarlyCall, headers: Readonly<Record<string, string>>) {
  if (typeof window === "undefined") return null;
  const calls = madeCalls();
  const index = calls.findIndex(
    (call) =>
      call.method === method && call.url === url && call.body === body && isSame(call.headers, headers),
  );
  const [made] = index === -1 ? [] : calls.splice(index, 1);
  if (made === undefined) return null;
  return {
    sentAt: made.sentAt,
    receivedAt: () => made.receivedAt,
    answer: (signal: AbortSignal) => Promise.race([made.answer, rejectOnAbort(signal)]),
  };
}

function isSame(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
