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
  useEffect(() => (reveals && ref.current !== null ? keepInView(ref.current) : undefined), [reveals, text]);
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

/**
 * Scrolls the element into view, and again after each change of the layout. For example, the foot of the page grows
 * when the connection returns. After the user has scrolled the element out of view, the page no longer moves.
 */
function keepInView(element: HTMLElement): (() => void) | undefined {
  const screen = element.closest("main")?.parentElement;
  if (!screen || element.closest("dialog") !== null) {
    element.scrollIntoView({ block: "nearest" });
    return;
  }
  let isInView = true;
  // The browser also corrects the scroll position after a change of the layout, with a `scroll` event before the
  // callback of the observer. Scrolling is therefore evaluated after that callback, and corrected in the next frame.
  const onScroll = () =>
    setTimeout(() => {
      isInView = Math.abs(distanceToView(element, screen)) <= gap;
    });
  const reveal = () =>
    isInView &&
    requestAnimationFrame(() => {
      if (element.isConnected) window.scrollBy(0, distanceToView(element, screen));
      isInView = true;
    });
  const observer = new ResizeObserver(reveal);
  observer.observe(screen);
  for (const part of screen.querySelectorAll(":scope > *, main > *")) observer.observe(part);
  window.addEventListener("resize", reveal);
  window.addEventListener("scroll", onScroll);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", reveal);
    window.removeEventListener("scroll", onScroll);
  };
}

/**
 * Returns by how many pixels the page must scroll so that at least the beginning of the element is visible between the
 * sticky bars.
 */
function distanceToView(element: HTMLElement, screen: HTMLElement): number {
  let upper = 0;
  let lower = window.innerHeight;
  for (const bar of screen.children) {
    if (getComputedStyle(bar).position !== "sticky") continue;
    const { top, bottom } = bar.getBoundingClientRect();
    const isAbove = bar.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isAbove) upper = Math.max(upper, bottom);
    else lower = Math.min(lower, top);
  }
  const { top, bottom } = element.getBoundingClientRect();
  return Math.min(Math.max(bottom + gap - lower, 0), top - gap - upper);
}
