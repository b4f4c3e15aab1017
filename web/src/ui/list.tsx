import type { ReactNode } from "react";
import { Link } from "./link.tsx";
import { classNames } from "./class-names.ts";
import { ChevronIcon } from "./icons.tsx";
import styles from "./list.module.css";

export function List({
  label,
  long = false,
  children,
}: {
  label?: string;
  /** May hold thousands of rows: those out of sight are not drawn. */
  long?: boolean;
  children: ReactNode;
}) {
  return (
    <ul className={classNames(styles.list, long && styles.long)} aria-label={label}>
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
}

export function Row({ title, detail, meta, icon, href, onPress, danger }: RowProps) {
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
          <span className={styles.title}>{title}</span>
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
  return (
    <li className={styles.item}>
      {href !== undefined ? (
        <Link href={href} className={className}>
          {content}
        </Link>
      ) : onPress !== undefined ? (
        <button type="button" className={className} onClick={onPress}>
          {content}
        </button>
      ) : (
        <div className={className}>{content}</div>
      )}
    </li>
  );
}
