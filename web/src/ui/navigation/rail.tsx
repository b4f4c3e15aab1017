import { Link } from "#ui/button/link.tsx";
import type { Tab } from "./tab-bar.tsx";
import styles from "./rail.module.css";

/** The navigation of a wide window. Its last entry is at the lower edge. */
export function Rail({ label, entries }: { label: string; entries: readonly Tab[] }) {
  return (
    <nav className={styles.rail} aria-label={label}>
      <ul className={styles.entries}>
        {entries.map(({ href, label: name, icon, current, count, countLabel }) => (
          <li key={href} className={styles.item}>
            <Link href={href} className={styles.entry} aria-current={current ? "page" : undefined}>
              {icon}
              <span className={styles.label}>{name}</span>
              {count !== undefined && (
                <span className={styles.count} aria-hidden="true">
                  {count > 99 ? "99+" : count}
                </span>
              )}
              {countLabel !== undefined && <span className="visually-hidden">{countLabel}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A rail without links, shown while the account's permissions are unknown. */
export const RailShape = () => <div className={styles.rail} aria-hidden="true" />;
