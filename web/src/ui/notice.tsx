import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { AlertIcon, InfoIcon, LeafIcon, OfflineIcon, SearchIcon } from "./icons.tsx";
import styles from "./notice.module.css";

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
  text?: string | undefined;
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

/** Stands above content that is there but not quite right: old, or not followed live. */
export function Banner({
  kind = "info",
  children,
  action,
}: {
  kind?: "info" | "offline" | "warn" | "error";
  children: ReactNode;
  action?: ReactNode;
}) {
  const icon = kind === "offline" ? <OfflineIcon /> : kind === "info" ? <InfoIcon /> : <AlertIcon />;
  return (
    <div className={classNames(styles.banner, styles[kind])} role={kind === "error" ? "alert" : "status"}>
      {icon}
      <div className={styles.bannerText}>{children}</div>
      {action}
    </div>
  );
}
