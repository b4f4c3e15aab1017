import type { ExportFormatName } from "@reposo/contract/revenue/exports.ts";
import { useEffect, useRef, useState } from "react";
import { callApi } from "#shared/api/api-client.ts";
import { downloadFile } from "#shared/api/file-download.ts";

export type ExportOperation = "orderExport" | "areaExport" | "collectionExport";
/** File names without extension, for responses that name no file. */
const plainNames: Record<ExportOperation, string> = {
  orderExport: "orders",
  areaExport: "report",
  collectionExport: "collections",
};

export type ExportState =
  | { readonly kind: "idle" }
  | { readonly kind: "receiving"; readonly bytes: number; readonly rows: RowsSoFar | null }
  | { readonly kind: "saved"; readonly name: string }
  | { readonly kind: "linking"; readonly format: ExportFormatName }
  | { readonly kind: "linked"; readonly url: string; readonly expiresAt: string }
  /** `hasStarted` is true if part of the file had arrived before the failure; `again` retries. */
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly hasStarted: boolean;
      readonly again: () => void;
    };

/** Progress in rows; `total` is the number of rows of the complete file. */
export interface RowsSoFar {
  readonly done: number;
  readonly total: number;
}

/**
 * Minimum interval between two updates of the progress. Rendering it after every chunk would take longer than the
 * download.
 */
const renderMilliseconds = 100;

export function useExport(operation: ExportOperation, query: URLSearchParams) {
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const queryOf = (format: ExportFormatName) => {
    const whole = new URLSearchParams(query);
    whole.set("format", format);
    return whole;
  };

  function start(): AbortController {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    return controller;
  }

  function fail(controller: AbortController, error: unknown, hasStarted: boolean, again: () => void): void {
    if (controller.signal.aborted) return;
    setState({ kind: "failed", error, hasStarted, again });
  }

  async function download(format: ExportFormatName): Promise<void> {
    const controller = start();
    const countRows = createRowCounter();
    let name = `${plainNames[operation]}.${format}`;
    let total: number | null = null;
    let done = 0;
    let bytes = 0;
    let renderedAt = 0;
    setState({ kind: "receiving", bytes: 0, rows: null });
    try {
      const file = await downloadFile(operation, queryOf(format), {
        signal: controller.signal,
        onStart: (response) => {
          name = response.name ?? name;
          // In a compressed workbook, rows cannot be counted while the response arrives.
          total = format === "csv" ? response.rows : null;
        },
        onChunk: (piece) => {
          bytes += piece.length;
          if (total !== null) done = Math.min(total, countRows(piece));
          if (performance.now() - renderedAt < renderMilliseconds) return;
          renderedAt = performance.now();
          setState({ kind: "receiving", bytes, rows: total === null ? null : { done, total } });
        },
      });
      if (controller.signal.aborted) return;
      saveFile(file, name);
      setState({ kind: "saved", name });
    } catch (error) {
      fail(controller, error, bytes > 0, () => void download(format));
    }
  }

  async function link(format: ExportFormatName): Promise<void> {
    const controller = start();
    setState({ kind: "linking", format });
    try {
      const request = { operation, query: queryOf(format).toString() };
      const { url, expiresAt } = await callApi("exportLink", request, {
        signal: controller.signal,
        quiet: true,
      });
      if (!controller.signal.aborted) setState({ kind: "linked", url, expiresAt });
    } catch (error) {
      fail(controller, error, false, () => void link(format));
    }
  }

  function reset(): void {
    running.current?.abort();
    setState({ kind: "idle" });
  }

  return { state, download, link, reset };
}

const releaseMilliseconds = 60_000;

export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read the file only after this task, so the URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(url), releaseMilliseconds);
}

const quote = 0x22;
const lineFeed = 0x0a;

/**
 * Returns a function that takes the next bytes of a CSV file and returns the number of complete rows so far, without
 * the heading. A line break inside a quoted cell does not end a row.
 */
export function createRowCounter(): (bytes: Uint8Array) => number {
  let lines = 0;
  let quoted = false;
  return (bytes) => {
    for (const byte of bytes) {
      if (byte === quote) quoted = !quoted;
      else if (byte === lineFeed && !quoted) lines += 1;
    }
    return Math.max(0, lines - 1);
  };
}

/** Matches the user agents of payment apps, messengers, and Android web views, which may ignore downloads. */
const blockingApps =
  /gcash|globegcash|paymaya|\bmaya\b|tngd|touch.?n.?go|\btng\b|micromessenger|alipay|aliapp|ucbs\/|; wv\)/i;

interface BrowserTraits {
  readonly userAgent: string;
  /** Whether links support the attribute `download`. */
  readonly savesFiles: boolean;
  readonly maxTouchPoints: number;
}

/**
 * Whether the browser may silently ignore downloads. The export sheet then initially offers a link to copy instead of a
 * download.
 */
export function blocksDownloads({ userAgent, savesFiles, maxTouchPoints }: BrowserTraits): boolean {
  if (!savesFiles || blockingApps.test(userAgent)) return true;
  // Browsers on iPhones and iPads name Safari in their user agent; an app's built-in browser does not. An iPad may
  // identify as a Mac, but no Mac has a touch screen.
  const isMobile =
    /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
  return isMobile && !/safari\//i.test(userAgent);
}

export const downloadsBlocked = (): boolean =>
  blocksDownloads({
    userAgent: navigator.userAgent,
    savesFiles: "download" in HTMLAnchorElement.prototype,
    maxTouchPoints: navigator.maxTouchPoints,
  });
