import { useEffect, useRef, useState } from "react";

/** Tells a part when it leaves (its height, which the gap takes) and when it comes near again (null). */
export type WatchPart = (element: Element, index: number, show: (gap: number | null) => void) => () => void;

/** About two screens of a phone either way: a fling must not outrun it. */
const margin = "2000px 0px";

export function usePartWatcher(heights: number[], standing: number): WatchPart {
  const [known] = useState(() => new Map<Element, { index: number; show: (gap: number | null) => void }>());
  const observer = useRef<IntersectionObserver | null>(null);
  const latest = useRef(heights);
  useEffect(() => {
    latest.current = heights;
  });
  useEffect(
    () => () => {
      observer.current?.disconnect();
      observer.current = null;
    },
    [],
  );

  const [watch] = useState<WatchPart>(() => watchPart);
  return watch;

  function watchPart(...[element, index, show]: Parameters<WatchPart>): () => void {
    observer.current ??= new IntersectionObserver(hear, { rootMargin: margin });
    known.set(element, { index, show });
    observer.current.observe(element);
    return () => {
      known.delete(element);
      observer.current?.unobserve(element);
    };
  }

  function hear(entries: IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const part = known.get(target);
      const { height } = boundingClientRect;
      if (part === undefined || height === 0) continue;
      latest.current[part.index] = height;
      if (isIntersecting) part.show(null);
      // Whoever stands there with the keyboard must not lose the ground.
      else if (part.index >= standing && !target.contains(document.activeElement)) part.show(height);
    }
  }
}
