import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import { AlertIcon, InfoIcon, LeafIcon, OfflineIcon, SearchIcon } from "#ui/icons/icons.tsx";
import styles from "./notice.module.css";

const icons = {
  empty: <LeafIcon />,
  nothingMatches: <SearchIcon />,
  error: <AlertIcon />,
  offline: <OfflineIcon />,
  later: <LeafIcon />,
};

/** Shown instead of missing content, with the reason and at most one action. */
export function Notice({
  kind,
  title,
  text,
  action,
}: {
  kind: keyof typeof icons;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.notice} role={kind === "error" ? "alert" : undefined}>
      <span className={classNames(styles.mark, kind === "error" && styles.bad)}>{icons[kind]}</span>
      <p className={styles.title}>{title}</p>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Shows a message about stale or interrupted content, or about a failed action. Errors are scrolled into view. */
export function Banner({
  kind = "info",
  children,
  action,
  reveals = kind === "error",
}: {
  kind?: "info" | "offline" | "warn" | "error";
  children: ReactNode;
  action?: ReactNode;
  /** Whether to scroll the message into view; false for errors that no user action caused. */
  reveals?: boolean;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const text = typeof children === "string" ? children : null;
  useEffect(() => {
    if (reveals && ref.current !== null) reveal(ref.current);
  }, [reveals, text]);
  const icon = kind === "offline" ? <OfflineIcon /> : kind === "info" ? <InfoIcon /> : <AlertIcon />;
  return (
    <div
      ref={ref}
      className={classNames(styles.banner, styles[kind])}
      role={kind === "error" ? "alert" : "status"}
    >
      {icon}
      <div className={styles.bannerText}>{children}</div>
      {action}
    </div>
  );
}

const gap = 8;

/** Scrolls the page so that at least the beginning of the element is visible between the sticky bars. */
function reveal(element: HTMLElement): void {
  element.scrollIntoView({ block: "nearest" });
  const main = element.closest("main");
  if (main === null || element.closest("dialog") !== null) return;
  let upper = 0;
  let lower = window.innerHeight;
  for (const bar of main.parentElement?.children ?? []) {
    if (bar === main || getComputedStyle(bar).position !== "sticky") continue;
    const { top, bottom } = bar.getBoundingClientRect();
    const isAbove = bar.compareDocumentPosition(main) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isAbove) upper = Math.max(upper, bottom);
    else lower = Math.min(lower, top);
  }
  const { top, bottom } = element.getBoundingClientRect();
  const covered = Math.max(bottom + gap - lower, 0);
  window.scrollBy(0, Math.min(covered, top - gap - upper));
}
