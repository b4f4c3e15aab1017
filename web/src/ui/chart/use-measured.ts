import { useHydrated } from "#shared/app/use-hydrated.ts";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";

export interface Measured {
  readonly width: number;
  readonly height: number;
  /** Root font size in pixels, which the user may have enlarged. */
  readonly rem: number;
}

/**
 * Size of a chart in a card on a phone that is 360 pixels wide. The server renders with it; the browser measures the
 * actual size.
 */
const rendered: Measured = { width: 274, height: 232, rem: 16 };

/**
 * Returns a ref for an element and the element's size in pixels, updated when it changes; null in the browser before
 * the first measurement.
 */
export function useMeasured<E extends HTMLElement>(): [RefObject<E | null>, Measured | null] {
  const ref = useRef<E>(null);
  const [size, setSize] = useState<Measured | null>(null);
  const isHydrated = useHydrated();
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
      setSize((before) =>
        before?.width === width && before.height === height && before.rem === rem
          ? before
          : { width, height, rem },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size ?? (isHydrated ? null : rendered)];
}
