import { type ReactNode, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import { mediaQuery } from "./media-query.ts";
import styles from "./screen.module.css";

/** Share of the window that sticky bars may cover. */
const maxWindowShare = 0.5;
/** Height of the window, in multiples of the text size, below which a sticky foot would hide the content. */
const minWindowRem = 30;

/** A phone in landscape orientation. The style sheets have the same limit. */
const lowPhone = mediaQuery("(min-width: 37.5em) and (max-height: 500px)");

/** Whether the foot is beside the content. */
export const useFootBeside = (): boolean =>
  useSyncExternalStore(lowPhone.subscribe, lowPhone.matches, () => false);

/**
 * Returns a ref for the foot, which is sticky only in a window of at least `minWindowRem`, while it covers, together with
 * the navigation and tab bars, at most `maxWindowShare` of its height, or beside the content. The bars grow with the text size. The style is
 * set without rendering, so that a `Banner`, which scrolls itself into view after a change of the layout, measures the
 * foot in its new position.
 */
function useStickyFooter(shown: boolean) {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const foot = ref.current;
    if (foot === null) return;
    const bars = [...(foot.parentElement?.querySelectorAll<HTMLElement>(":scope > :not(main)") ?? [])];
    const measure = () => {
      const taken = bars.reduce((height, bar) => height + bar.offsetHeight, 0);
      const { innerHeight } = window;
      const isHigh =
        innerHeight >= minWindowRem * parseFloat(getComputedStyle(document.documentElement).fontSize);
      const isBeside = getComputedStyle(foot).gridColumnStart === "3";
      foot.style.position = isBeside || (isHigh && taken <= innerHeight * maxWindowShare) ? "" : "static";
      const isSticky = !isBeside && getComputedStyle(foot).position === "sticky";
      // The browser scrolls a focused element to a position above the foot.
      document.documentElement.style.scrollPaddingBottom = isSticky ? `${foot.offsetHeight}px` : "";
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const bar of bars) observer.observe(bar);
    window.addEventListener("resize", measure);
    return () => {
      document.documentElement.style.scrollPaddingBottom = "";
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [shown]);
  return ref;
}

export function Screen({
  bar,
  tabs,
  foot,
  middle = false,
  wide = false,
  children,
}: {
  bar?: ReactNode;
  tabs?: ReactNode;
  /** Foot that sticks to the lower edge of the window if the window is high enough, and is beside the content on a low phone. */
  foot?: ReactNode;
  /** Whether to centre the content vertically. */
  middle?: boolean;
  /** Whether the content uses the width of a desk. */
  wide?: boolean;
  children: ReactNode;
}) {
  const ref = useStickyFooter(foot !== undefined);
  return (
    <div className={classNames(styles.screen, wide && styles.wide, foot !== undefined && styles.footed)}>
      {bar}
      <main className={classNames(styles.main, middle && styles.middle)} id="main">
        {children}
      </main>
      {foot !== undefined && (
        <footer ref={ref} className={styles.foot}>
          {foot}
        </footer>
      )}
      {tabs}
    </div>
  );
}

export function Section({
  title,
  action,
  children,
}: {
  title?: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={styles.section}>
      {(title !== undefined || action !== undefined) && (
        <div className={styles.sectionHead}>
          {title !== undefined && <h2 className={styles.sectionTitle}>{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

export function Card({ children, padded = true }: { children: ReactNode; padded?: boolean }) {
  return <div className={classNames(styles.card, padded && styles.padded)}>{children}</div>;
}
