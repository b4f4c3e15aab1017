import type { ReactNode } from "react";
import { Link } from "#ui/button/link.tsx";
import styles from "./tab-bar.module.css";

export interface Tab {
  href: string;
  label: string;
  icon: ReactNode;
  current: boolean;
  /** Number shown at the icon; above 99 as "99+". */
  count?: number;
  /** Meaning of the number, for screen readers. */
  countLabel?: string;
}

/** A tab bar without links, shown while the account's permissions are unknown. */
export function TabBarShape({ icons }: { icons: readonly ReactNode[] }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      <div className={styles.tabs}>
        {icons.map((icon, index) => (
          <div key={index} className={styles.item}>
            <div className={styles.tab}>
              <span className={styles.mark}>{icon}</span>
              <span className={styles.labelShape} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

export function TabBar({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.bar} aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.href} className={styles.item}>
            <Link href={tab.href} className={styles.tab} aria-current={tab.current ? "page" : undefined}>
              <span className={styles.mark}>
                {tab.icon}
                {tab.count !== undefined && (
                  <span className={styles.count} aria-hidden="true">
                    {tab.count > 99 ? "99+" : tab.count}
                  </span>
                )}
              </span>
              <span className={styles.label}>{tab.label}</span>
              {tab.countLabel !== undefined && <span className="visually-hidden">{tab.countLabel}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
