import { type ComponentType, useCallback, useEffect, useState } from "react";

/** After the first view has settled on a slow phone. */
const idleMilliseconds = 2_500;

/**
 * A piece of a page that only a tap needs: fetched when the page has settled, or by the tap itself. Resolves to
 * whether it is there.
 */
export function useLatePart<P>(
  fetchModule: () => Promise<{ default: ComponentType<P> }>,
): [ComponentType<P> | null, () => Promise<boolean>] {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);

  const fetchPart = useCallback(async () => {
    try {
      const module = await fetchModule();
      setPart(() => module.default);
      return true;
    } catch {
      return false;
    }
  }, [fetchModule]);

  useEffect(() => {
    const timer = setTimeout(() => void fetchPart(), idleMilliseconds);
    return () => clearTimeout(timer);
  }, [fetchPart]);

  return [Part, fetchPart];
}
