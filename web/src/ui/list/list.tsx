import type { ReactNode } from "react";
import { Link } from "#ui/button/link.tsx";
import { classNames } from "#ui/theme/class-names.ts";
import { ChevronIcon } from "#ui/icons/icons.tsx";
import styles from "./list.module.css";

/** A few rows; for thousands see `LongList`. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowProps {
  title: ReactNode;
  detail?: ReactNode;
  /** At the right end. */
  meta?: ReactNode;
  icon?: ReactNode;
  /** Makes the whole row a link. */
  href?: string | undefined;
  /** Makes the whole row a button. */
  onPress?: (() => void) | undefined;
  danger?: boolean | undefined;
  /** In a `LongList`: which of how many. */
  place?: { readonly at: number; readonly of: number } | undefined;
  /** To find the row by, where the focus has to go back to it. */
  name?: string | undefined;
}

export function Row({ title, detail, meta, icon, href, onPress, danger, place, name }: RowProps) {
  const className = classNames(
    styles.row,
    (href !== undefined || onPress !== undefined) && styles.pressable,
    danger && styles.danger,
  );
  const content = (
    <>
      {icon !== undefined && <span className={styles.icon}>{icon}</span>}
      <span className={styles.body}>
        <span className={styles.text}>
          <span className={styles.title} dir="auto">
            {title}
          </span>
          {detail !== undefined && <span className={styles.detail}>{detail}</span>}
        </span>
        {meta !== undefined && <span className={styles.meta}>{meta}</span>}
      </span>
      {href !== undefined && (
        <span className={styles.chevron}>
          <ChevronIcon />
        </span>
      )}
    </>
  );
  const face =
    href !== undefined ? (
      <Link href={href} className={className} data-row={name}>
        {content}
      </Link>
    ) : onPress !== undefined ? (
      <button type="button" className={className} onClick={onPress} data-row={name}>
        {content}
      </button>
    ) : (
      <div className={className}>{content}</div>
    );
  if (place === undefined) return <li className={styles.item}>{face}</li>;
  return (
    <div role="listitem" className={styles.item} aria-posinset={place.at} aria-setsize={place.of}>
      {face}
    </div>
  );
}
