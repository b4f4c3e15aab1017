import { type ComponentType, useCallback, useEffect, useState } from "react";

/** After the first view has settled on a slow phone. */
const idleMilliseconds = 2_500;

export type LoadPart<P> = () => Promise<{ default: ComponentType<P> }>;

/** What came once is there at once the next time. */
const arrived = new WeakMap<() => Promise<unknown>, unknown>();

async function fetchPart<P>(load: LoadPart<P>): Promise<ComponentType<P>> {
  const part = (await load()).default;
  arrived.set(load, part);
  return part;
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
