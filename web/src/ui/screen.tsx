import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./screen.module.css";

/** One page: a bar above, the column, and what stands at its foot (a tab bar, or the one thing to do). */
export function Screen({
  bar,
  tabs,
  foot,
  middle = false,
  children,
}: {
  bar?: ReactNode;
  tabs?: ReactNode;
  /** Sticks to the lower edge, above the safe area. */
  foot?: ReactNode;
  /** Little content stands in the middle of the page rather than under its upper edge. */
  middle?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={styles.screen}>
      {bar}
      <main className={classNames(styles.main, middle && styles.middle)} id="main">
        {children}
      </main>
      {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
      {tabs}
    </div>
  );
}

/** A group of things on a page, under a heading of its own. */
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

/** A raised sheet of paper. */
export function Card({ children, padded = true }: { children: ReactNode; padded?: boolean }) {
  return <div className={classNames(styles.card, padded && styles.padded)}>{children}</div>;
}
