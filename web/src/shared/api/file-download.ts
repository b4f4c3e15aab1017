import { type OperationName, operations } from "@reposo/contract/operations.ts";
import type { Language } from "@reposo/contract/text/languages.ts";
import { sessionEndingCodes } from "@reposo/contract/result-codes.ts";
import { apiUrl, failureKindOf, parseEnvelope } from "./api-exchange.ts";
import { ApiFailure } from "./api-failure.ts";
import { callHeaders } from "./call-headers.ts";
import { reportReachable } from "./connection.ts";
import { activeLanguage, activeTexts } from "#shared/i18n/i18n.tsx";
import { requireLogin, endSession } from "#shared/session/session-end.ts";
import { readSession } from "#shared/session/session-storage.ts";

/** Time without data after which the connection counts as lost; a download as a whole may take longer (NET-3). */
const silenceMilliseconds = 60_000;

export interface DownloadHandlers {
  readonly signal: AbortSignal;
  /** Called when the response begins. `rows` is the value of the `Export-Rows` header. Null means a missing header. */
  onStart(file: { readonly name: string | null; readonly rows: number | null }): void;
  onChunk(bytes: Uint8Array): void;
}

/**
 * Downloads a file with the session's token. Resolves when the file is complete. Opens the login page if there is no
 * session or the server has ended it.
 * @throws ApiFailure if the file cannot be downloaded completely
 */
export async function downloadFile(
  name: OperationName,
  query: URLSearchParams,
  handlers: DownloadHandlers,
): Promise<Blob> {
  const session = readSession();
  if (session === null) throw new ApiFailure("noToken", requireLogin());
  const cancel = new AbortController();
  const stop = () => cancel.abort();
  handlers.signal.addEventListener("abort", stop);
  if (handlers.signal.aborted) stop();
  let timedOut = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimeout = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, silenceMilliseconds);
  };
  restartTimeout();
  try {
    const language = activeLanguage();
    const response = await fetch(`${apiUrl(operations[name].path)}?${query.toString()}`, {
      headers: callHeaders(session.token, language),
      signal: cancel.signal,
      cache: "no-store",
      credentials: "omit",
    });
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok || type.startsWith("application/json"))
      throw refusalOf(response.status, await response.text(), session.token, language);
    reportReachable(true);
    handlers.onStart({ name: fileNameOf(response.headers), rows: rowsOf(response.headers) });
    return await collect(response, type, handlers, restartTimeout);
  } catch (error) {
    if (error instanceof ApiFailure) throw error;
    const text = activeTexts()?.networkFailed ?? "";
    if (handlers.signal.aborted) throw new ApiFailure("aborted", text, { cause: error });
    throw new ApiFailure(timedOut ? "timeout" : "network", text, { cause: error });
  } finally {
    clearTimeout(timer);
    handlers.signal.removeEventListener("abort", stop);
  }
}

/**
 * Collects the response in blobs, which browsers may keep on disk, so that a phone with little memory can download a
 * million rows.
 */
async function collect(
  response: Response,
  type: string,
  { onChunk }: DownloadHandlers,
  restartTimeout: () => void,
): Promise<Blob> {
  const reader = response.body?.getReader();
  if (reader === undefined) return response.blob();
  const chunks: Blob[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks, { type });
    restartTimeout();
    onChunk(value);
    chunks.push(new Blob([value]));
  }
}

function refusalOf(status: number, body: string, token: string, language: Language): ApiFailure {
  const envelope = parseEnvelope(body);
  // A response without an envelope comes from a proxy whose server is down.
  if (envelope === null) return new ApiFailure("invalid", activeTexts()?.answerInvalid ?? "");
  reportReachable(true);
  const { code, message, data } = envelope;
  if (sessionEndingCodes.includes(code))
    return new ApiFailure("ended", endSession(token, code, message), { code });
  return new ApiFailure(failureKindOf(status), message, { code, data, language });
}

/**
 * Returns the file name in the Content-Disposition header; null if there is none. Prefers `filename*`, which may
 * contain non-ASCII characters.
 */
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
