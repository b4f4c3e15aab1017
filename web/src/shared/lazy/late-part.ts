import { type ComponentType, useCallback, useEffect, useRef, useState } from "react";
import { useOnline } from "#shared/api/connection.ts";
import { useText } from "#shared/i18n/i18n.tsx";
import { importAgain } from "./import-again.ts";
import { showToast } from "#shared/toasts/toasts.ts";

/** After the first view has settled on a slow phone. */
const idleMilliseconds = 2_500;

export type LoadPart<P> = () => Promise<{ default: ComponentType<P> }>;

/** What came once is there at once the next time. */
const arrived = new WeakMap<() => Promise<unknown>, unknown>();

const retryable = new WeakMap<() => Promise<unknown>, () => Promise<unknown>>();

function importPart<P>(load: LoadPart<P>): ReturnType<LoadPart<P>> {
  const known = (retryable.get(load) as LoadPart<P> | undefined) ?? importAgain(load);
  retryable.set(load, known);
  return known();
}

async function fetchPart<P>(load: LoadPart<P>): Promise<ComponentType<P>> {
  const part = (await importPart(load)).default;
  arrived.set(load, part);
  return part;
}

/** Fetches a part with the page: for what has to open without a connection. */
export function useFetchedAtOnce<P>(load: LoadPart<P>): void {
  useEffect(() => {
    fetchPart(load).catch(() => undefined);
  }, [load]);
}

/** Fetches a part when the page has settled, so that a tap finds it there. */
export function useFetchedBeforehand<P>(load: LoadPart<P>): void {
  useEffect(() => {
    // The tap itself asks again, and says so where it fails.
    const timer = setTimeout(() => void fetchPart(load).catch(() => undefined), idleMilliseconds);
    return () => clearTimeout(timer);
  }, [load]);
}

/**
 * A piece of a page that only a tap needs: fetched when the page has settled, or by the tap itself. Resolves to
 * whether it is there.
 */
export function useLatePart<P>(load: LoadPart<P>): [ComponentType<P> | null, () => Promise<boolean>] {
  useFetchedBeforehand(load);
  const [, redraw] = useState(0);
  const fetchNow = useCallback(async () => {
    try {
      await fetchPart(load);
      redraw((count) => count + 1);
      return true;
    } catch {
      return false;
    }
  }, [load]);
  return [(arrived.get(load) as ComponentType<P> | undefined) ?? null, fetchNow];
}

/**
 * A part that a tap opens. A failure is shown; after a second one the page is reloaded while there is a connection,
 * because some browsers keep the failure of a file that the part imports.
 */
export function useTappedPart<P>(load: LoadPart<P>): [ComponentType<P> | null, () => Promise<boolean>] {
  const { networkFailed } = useText("shared");
  const online = useOnline();
  const [part, fetchNow] = useLatePart(load);
  const failures = useRef(0);

  async function fetchOrReport(): Promise<boolean> {
    if (await fetchNow()) return true;
    failures.current += 1;
    if (failures.current > 1 && online) window.location.reload();
    else showToast(networkFailed, "error");
    return false;
  }

  return [part, fetchOrReport];
}
