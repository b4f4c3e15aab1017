import type { ReactNode } from "react";
import { Link } from "#ui/button/link.tsx";
import styles from "./shortcuts.module.css";

export interface Shortcut {
  readonly href: string;
  readonly icon: ReactNode;
  readonly label: string;
}

/** A row of links with icons, such as the pages that are opened most often. */
export function Shortcuts({ label, items }: { label: string; items: readonly Shortcut[] }) {
  return (
    <ul className={styles.row} aria-label={label}>
      {items.map(({ href, icon, label: name }) => (
        <li key={href} className={styles.item}>
          <Link href={href} className={styles.link}>
            <span className={styles.icon}>{icon}</span>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
