import { type ReactNode, useEffect, useRef } from "react";
import { classNames } from "#ui/theme/class-names.ts";
import { AlertIcon, InfoIcon, LeafIcon, OfflineIcon, SearchIcon } from "#ui/icons/icons.tsx";
import styles from "./notice.module.css";
import { reveal } from "./reveal.ts";

const icons = {
  empty: <LeafIcon />,
  nothingMatches: <SearchIcon />,
  error: <AlertIcon />,
  offline: <OfflineIcon />,
  later: <LeafIcon />,
};

/** Takes the place of content that is not there, says why, and gives one way onward. */
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

/**
 * Stands above content that is there but not quite right: old, or not followed live. An error answers what was just
 * done: it is scrolled into view, wherever it stands.
 */
export function Banner({
  kind = "info",
  children,
  action,
  reveals = kind === "error",
}: {
  kind?: "info" | "offline" | "warn" | "error";
  children: ReactNode;
  action?: ReactNode;
  /** False for an error that nobody waits for, such as one of rows fetched ahead. */
  reveals?: boolean;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const said = typeof children === "string" ? children : null;
  useEffect(() => {
    if (reveals && ref.current !== null) reveal(ref.current);
  }, [reveals, said]);
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
