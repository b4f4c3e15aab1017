import type { Endpoint } from "@reposo/contract/endpoint.ts";
import type { Language } from "@reposo/contract/languages.ts";
import { sessionEndingCodes } from "@reposo/contract/result-codes.ts";
import { apiUrl, parseEnvelope } from "./api-exchange.ts";
import { ApiFailure } from "./api-failure.ts";
import { callHeaders } from "./call-headers.ts";
import { noteReachable } from "./connection.ts";
import { activeLanguage, activeTexts } from "#shared/i18n/i18n.tsx";
import { askToLogIn, endSession } from "#shared/session/session-end.ts";
import { readSession } from "#shared/session/session-storage.ts";

/** A file may take many minutes; a line on which nothing comes for this long is dead (NET-3). */
const silenceMilliseconds = 60_000;

export interface FileArrival {
  readonly signal: AbortSignal;
  /** The answer has begun; `rows` is what the `Export-Rows` header announces. */
  onStart(file: { readonly name: string | null; readonly rows: number | null }): void;
  onChunk(bytes: Uint8Array): void;
}

/** Fetches a file that only the token's holder may have; resolves when it is here whole, rejects otherwise. */
export async function downloadFile(
  endpoint: Endpoint,
  query: URLSearchParams,
  arrival: FileArrival,
): Promise<Blob> {
  const session = readSession();
  if (session === null) throw new ApiFailure("noToken", askToLogIn());
  const cancel = new AbortController();
  const stop = () => cancel.abort();
  arrival.signal.addEventListener("abort", stop);
  const patience = patienceOf(stop);
  try {
    const language = activeLanguage();
    const response = await fetch(`${apiUrl(endpoint.path)}?${query.toString()}`, {
      headers: callHeaders(session.token, language),
      signal: cancel.signal,
      cache: "no-store",
      credentials: "omit",
    });
    noteReachable(true);
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || type.startsWith("application/json"))
      throw refusalOf(await response.text(), session.token, language);
    arrival.onStart({ name: fileNameOf(response.headers), rows: rowsOf(response.headers) });
    return await collect(response, type, arrival, patience.extend);
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    const text = activeTexts()?.networkFailed ?? "";
    if (arrival.signal.aborted) throw new ApiFailure("aborted", text, { cause: error });
    throw new ApiFailure(patience.ended() ? "timeout" : "network", text, { cause: error });
  } finally {
    patience.end();
    arrival.signal.removeEventListener("abort", stop);
  }
}

function patienceOf(giveUp: () => void) {
  let ended = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const extend = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      ended = true;
      giveUp();
    }, silenceMilliseconds);
  };
  extend();
  return { extend, end: () => clearTimeout(timer), ended: () => ended };
}

/** Pieces become blobs at once, which a browser may keep on disk: a million rows fit on a small phone. */
async function collect(
  response: Response,
  type: string,
  { onChunk }: FileArrival,
  extendPatience: () => void,
): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const pieces: Blob[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces, { type });
    extendPatience();
    onChunk(value);
    pieces.push(new Blob([value]));
  }
}

function refusalOf(body: string, token: string, language: Language): ApiFailure {
  const envelope = parseEnvelope(body);
  if (envelope === null) return new ApiFailure("invalid", activeTexts()?.answerInvalid ?? "");
  const { code, message, data } = envelope;
  return sessionEndingCodes.includes(code)
    ? new ApiFailure("ended", endSession(token, code, message), { code })
    : new ApiFailure("refused", message, { code, data, language });
}

/** The name that the server gives the file: `filename*` where its plain twin can't say it. */
export function fileNameOf(headers: Headers): string | null {
  const disposition = headers.get("content-disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null;
}

function rowsOf(headers: Headers): number | null {
  const text = headers.get("export-rows");
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
