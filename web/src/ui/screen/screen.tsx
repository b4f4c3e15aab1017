import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import styles from "./screen.module.css";

/** Share of the window that sticky bars may cover. */
const maxWindowShare = 0.5;

/**
 * Returns a ref for the foot, and whether the foot may be sticky: together with the navigation and tab bars, which
 * grow with the text size, it may cover at most `maxWindowShare` of the window's height.
 */
function useStickyFooter(shown: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [isSticky, setIsSticky] = useState(true);
  useLayoutEffect(() => {
    const foot = ref.current;
    if (foot === null) return;
    const bars = [...(foot.parentElement?.querySelectorAll<HTMLElement>(":scope > :not(main)") ?? [])];
    const measure = () => {
      const taken = bars.reduce((height, bar) => height + bar.offsetHeight, 0);
      setIsSticky(taken <= window.innerHeight * maxWindowShare);
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const bar of bars) observer.observe(bar);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, [shown]);
  return { ref, isSticky };
}

export function Screen({
  bar,
  tabs,
  foot,
  middle = false,
  children,
}: {
  bar?: ReactNode;
  tabs?: ReactNode;
  /** Foot that sticks to the lower edge of the window if the window is high enough. */
  foot?: ReactNode;
  /** Whether to centre the content vertically. */
  middle?: boolean;
  children: ReactNode;
}) {
  const { ref, isSticky } = useStickyFooter(foot !== undefined);
  return (
    <div className={styles.screen}>
      {bar}
      <main className={classNames(styles.main, middle && styles.middle)} id="main">
        {children}
      </main>
      {foot !== undefined && (
        <footer ref={ref} className={classNames(styles.foot, isSticky && styles.sticky)}>
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
