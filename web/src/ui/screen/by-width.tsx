import { type ReactNode, useSyncExternalStore } from "react";
import { mediaQuery } from "./media-query.ts";
import styles from "./by-width.module.css";

/**
 * Width of the window from which the manager's app has the layout of a desk: 900 px at the default text size. The style
 * sheets have the same limit.
 */
const wide = mediaQuery("(min-width: 56.25em)");

/** Whether the window is wide now, for event handlers and effects. */
export const isWideNow = wide.matches;

/** Whether the window is wide; null on the server and while the app hydrates its markup, because the server knows no width. */
export const useWide = (): boolean | null => useSyncExternalStore(wide.subscribe, isWideNow, () => null);

/**
 * Renders one of two forms of the same content. The document contains both, of which the style sheet shows one, so that
 * the first view is right before any script runs.
 */
export function ByWidth({
  narrow,
  wide,
  inline = false,
}: {
  narrow: ReactNode;
  wide: ReactNode;
  /** Whether the content is part of a line of text. */
  inline?: boolean;
}) {
  const isWide = useWide();
  const Part = inline ? "span" : "div";
  return (
    <>
      {isWide !== true && <Part className={styles.narrow}>{narrow}</Part>}
      {isWide !== false && <Part className={styles.wide}>{wide}</Part>}
    </>
  );
}
