import type { ReactNode } from "react";
import { DownIcon } from "#ui/icons/icons.tsx";
import styles from "./disclosure.module.css";

/** A section whose content is shown after a tap on its title. */
export function Disclosure({
  title,
  summary,
  children,
}: {
  title: string;
  /** The content in a few words, shown beside the title. */
  summary?: ReactNode;
  children: ReactNode;
}) {
  return (
    <details className={styles.disclosure}>
      <summary className={styles.head}>
        <span className={styles.words}>
          <h2 className={styles.title}>{title}</h2>
          {summary !== undefined && <span className={styles.summary}>{summary}</span>}
        </span>
        <span className={styles.mark}>
          <DownIcon />
        </span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
