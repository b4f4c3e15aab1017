import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import { AlertIcon, CheckIcon, InfoIcon, LeafIcon, OfflineIcon, SearchIcon } from "#ui/icons/icons.tsx";
import styles from "./notice.module.css";

const icons = {
  empty: <LeafIcon />,
  nothingMatches: <SearchIcon />,
  error: <AlertIcon />,
  offline: <OfflineIcon />,
  later: <LeafIcon />,
  done: <CheckIcon />,
};

/** Shown instead of missing content, with the reason and what can be done. */
export function Notice({
  kind,
  title,
  text,
  icon,
  action,
}: {
  kind: keyof typeof icons;
  title: string;
  /** What the content would be about, in place of the icon of the kind. */
  icon?: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.notice} role={kind === "error" ? "alert" : undefined}>
      <span className={classNames(styles.mark, kind === "error" && styles.bad)}>{icon ?? icons[kind]}</span>
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
/** Time after an input or a scroll event in which a further scroll event is attributed to the user. */
const inputMilliseconds = 200;
const eventTypes = ["resize", "scroll", "wheel", "touchmove", "keydown"];

/** Whether a soft keyboard may be open. */
const isTyping = () => document.querySelector("textarea:focus, input:not([type=radio]):focus") !== null;

/**
 * Scrolls the element into view, and again after each change of the layout: the foot of the page, for example, grows
 * when the connection returns. After the user has scrolled the element out of view, the page does not move until the
 * element is back in view. In a dialog, or outside the content of a page, scrolls only once.
 */
function keepInView(element: HTMLElement): (() => void) | undefined {
  const screen = element.closest("main")?.parentElement;
  if (!screen || element.closest("dialog") !== null) {
    element.scrollIntoView({ block: "nearest" });
    return;
  }
  let isInView = true;
  let wasRevealed = false;
  let frame: number | undefined;
  let lastInputAt = -inputMilliseconds;
  // A page that another page covers is not displayed: its elements have no position.
  const isDisplayed = () => element.offsetHeight > 0;
  // The user cannot scroll a message away before it has been shown.
  const evaluate = () => {
    if (wasRevealed && isDisplayed()) isInView = Math.abs(distanceToView(element, screen)) <= gap;
  };
  const reveal = () => {
    if (!isInView) return;
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      if (!isInView || !isDisplayed()) return;
      window.scrollBy(0, distanceToView(element, screen));
      wasRevealed = true;
    });
  };
  const onEvent = ({ type, timeStamp }: Event) => {
    // The browser itself scrolls to a field when the soft keyboard makes the window smaller.
    if (type === "resize") return isTyping() ? evaluate() : reveal();
    if (type !== "scroll" || timeStamp - lastInputAt < inputMilliseconds) {
      lastInputAt = timeStamp;
      return evaluate();
    }
    // The browser also corrects the scroll position after a change of the layout, with a `scroll` event before the
    // callback of the observer. Such an event is evaluated after that callback, unless a correction is pending.
    setTimeout(() => frame ?? evaluate());
  };
  const observer = new ResizeObserver(reveal);
  observer.observe(screen);
  for (const part of screen.querySelectorAll(":scope > *, main > *")) observer.observe(part);
  for (const type of eventTypes) window.addEventListener(type, onEvent, { passive: true });
  return () => {
    observer.disconnect();
    for (const type of eventTypes) window.removeEventListener(type, onEvent);
  };
}

/**
 * Returns by how many pixels the page must scroll so that at least the beginning of the element is visible between the
 * sticky bars.
 */
function distanceToView(element: HTMLElement, screen: HTMLElement): number {
  let upper = 0;
  let lower = window.innerHeight;
  const own = element.getBoundingClientRect();
  for (const bar of screen.children) {
    if (getComputedStyle(bar).position !== "sticky") continue;
    const { top, bottom, left, right } = bar.getBoundingClientRect();
    if (right <= own.left || left >= own.right) continue;
    const isAbove = bar.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isAbove) upper = Math.max(upper, bottom);
    else lower = Math.min(lower, top);
  }
  return Math.min(Math.max(own.bottom + gap - lower, 0), own.top - gap - upper);
}
