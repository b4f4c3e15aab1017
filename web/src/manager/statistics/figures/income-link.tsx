import type { ReactNode } from "react";
import { Link } from "#ui/button/link.tsx";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import styles from "./income-link.module.css";

export interface TransactionFilter {
  readonly range: "today" | "yesterday" | "thisMonth" | "thisYear";
  readonly channel?: "online" | "cash" | "dispute";
}

/** Returns the link to the transactions behind a figure; null if the account may not open them. */
export type IncomeHref = ((filter: TransactionFilter) => string) | null;

/** A figure that links to its transactions, or only shows it without a link. */
export function IncomeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <div className={styles.figure}>{children}</div>;
  return (
    <Link href={href} className={styles.figure}>
      <span className={styles.content}>{children}</span>
      <span className={styles.chevron}>
        <ChevronIcon />
      </span>
    </Link>
  );
}
